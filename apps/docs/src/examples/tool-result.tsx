import { ToolResult } from '@antiphon/ui'

export const Example = () => (
  <ToolResult
    name="list_orders"
    result={{
      role: 'tool',
      tool_call_id: 'a',
      content: JSON.stringify([
        { order: 4711, state: 'sent', total: 38.5 },
        { order: 4712, state: 'paid', total: 12 },
      ]),
    }}
  />
)
