import { readTranscript } from '@antiphon/transcripts'
import { createAiSdkTransport } from '@antiphon/agents'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'

const transport = createAiSdkTransport({ api: '/api/chat' })

/** `stored`: the UI messages that your server has kept. */
export const Assistant = ({ stored }: { stored: unknown[] }) => (
  <Chat transport={transport} messages={readTranscript(stored).messages} />
)
