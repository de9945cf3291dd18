import { createAiSdkTransport } from '@antiphon/agents'
import { Chat, type ToolRendererProps } from '@antiphon/ui'
import '@antiphon/ui/styles.css'

interface Booking {
  berth: string
  until: string
}

function BerthCard({ details }: ToolRendererProps) {
  const booking = details as Booking | undefined
  return booking && <p>{`Berth ${booking.berth} until ${booking.until}`}</p>
}

const toolRenderers = { bookBerth: { View: BerthCard, present: 'card' } } as const
const transport = createAiSdkTransport({ api: '/api/chat' })

export const Assistant = () => <Chat transport={transport} transcript={{ toolRenderers }} />
