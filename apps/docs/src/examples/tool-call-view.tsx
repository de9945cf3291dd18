import { ToolCallView, Transcript, type ToolCallViewProps } from '@antiphon/ui'

/** Every call of a transcript, laid open. */
const ToolCall = (props: ToolCallViewProps) => <ToolCallView {...props} defaultOpen />

export const Example = () => (
  <Transcript
    slots={{ ToolCall }}
    messages={[
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'get_deploys', arguments: '{"service": "checkout"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '[{"id": "9f31c2e", "at": "22:04"}]' },
    ]}
  />
)
