import type { Message } from '@antiphon/core'
import { planView } from '@antiphon/shell/views'
import { Transcript } from '@antiphon/ui'

const wish = {
  plan: [
    { step: 'Find where the pool is set', status: 'completed' },
    { step: 'Write the change', status: 'completed' },
    { step: 'Try it under load', status: 'pending' },
  ],
}

const messages: Message[] = [
  { role: 'user', content: 'Make a plan and work through it' },
  {
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'update_plan', arguments: JSON.stringify(wish) } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'Shown.' },
  { role: 'assistant', content: 'The change is written. May I try it under load?', finishReason: 'stop' },
]
const toolRenderers = { update_plan: planView }

export const Example = () => <Transcript messages={messages} toolRenderers={toolRenderers} />
