import { createAiSdkTransport } from '@antiphon/agents'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'

const transport = createAiSdkTransport({ api: '/api/chat' })

export const Assistant = () => <Chat transport={transport} style={{ height: '100dvh' }} />
