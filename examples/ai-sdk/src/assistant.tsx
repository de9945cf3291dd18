import { readTranscript } from '@antiphon/formats'
import { createAiSdkTransport } from '@antiphon/formats/transports'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'

const transport = createAiSdkTransport({ api: '/api/chat' })

/** `stored`: the UI messages that your server has kept. */
export const Assistant = ({ stored }: { stored: unknown[] }) => (
  <Chat transport={transport} messages={readTranscript(stored).messages} />
)
