import type { Story, StoryMeta } from '../../fixtures/story.js'
import { AddResult } from './add-result.js'

const meta: StoryMeta = { title: 'Notices/Add result' }
export default meta

const call = (name: string, callIndex: number) => ({
  key: `a/${callIndex}`,
  call: { id: `c${callIndex}`, type: 'function' as const, function: { name, arguments: '{}' } },
  state: 'unanswered' as const,
  messageIndex: 1,
  callIndex,
})

export const OneCall: Story = { render: () => <AddResult calls={[call('look_up', 0)]} onAdd={() => {}} /> }
export const TwoCalls: Story = {
  render: () => <AddResult calls={[call('look_up', 0), call('get_time', 1)]} onAdd={() => {}} />,
}
