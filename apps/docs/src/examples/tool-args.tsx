import { ToolArgs, Transcript, type ToolRendererProps } from '@antiphon/ui'
import { readJson } from '@antiphon/ui/functions'

/** The arguments as the kit shows them, above a view of your own. */
const Plan = ({ call, name }: ToolRendererProps) => {
  const raw = call.call.function.arguments
  return (
    <>
      <ToolArgs raw={raw} json={readJson(raw)} name={name} state={call.state} />
      <p>Planned.</p>
    </>
  )
}
Plan.opensRow = true

export const Example = () => (
  <Transcript
    toolRenderers={{ plan_load: Plan }}
    messages={[
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'plan_load', arguments: '{"pool": 8, "phases": [{"rps": 40}, {"rps": 200}]}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
    ]}
  />
)
