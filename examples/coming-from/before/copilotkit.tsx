import { CopilotChat, CopilotKit, useAgentContext, useHumanInTheLoop } from '@copilotkit/react-core/v2'
import '@copilotkit/react-core/v2/styles.css'
import { z } from 'zod'

interface Props {
  free: string[]
  book(berth: string): Promise<{ berth: string; until: string }>
}

function Desk({ free, book }: Props) {
  useAgentContext({ description: 'The berths that are free', value: free })
  useHumanInTheLoop(
    {
      name: 'book_berth',
      description: 'Books a berth of the harbour for tonight.',
      parameters: z.object({ berth: z.string() }),
      render: ({ args, status, respond, result }) => {
        if (status === 'complete') return <p>Booked: {result}</p>
        if (!respond) return <p>Booking {args.berth}…</p>
        return (
          <p>
            Book berth {args.berth}?
            <button onClick={async () => respond(await book(String(args.berth)))}>Allow</button>
            <button onClick={() => void respond('The guest said no.')}>Deny</button>
          </p>
        )
      },
    },
    [book],
  )
  return <CopilotChat />
}

export const Assistant = (props: Props) => (
  <CopilotKit runtimeUrl="/api/copilotkit">
    <Desk {...props} />
  </CopilotKit>
)
