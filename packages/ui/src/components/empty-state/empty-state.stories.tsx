import type { Story, StoryMeta } from '../../fixtures/story.js'
import { EmptyState } from './empty-state.js'
import { Button } from '../button/button.js'

const meta: StoryMeta = { title: 'Controls/Empty state' }
export default meta

export const WithSuggestions: Story = {
  render: () => (
    <EmptyState
      suggestions={['Why is checkout slow today?', { label: 'Compare', prompt: 'Compare two pool sizes' }]}
    />
  ),
}
export const WithSetup: Story = {
  render: () => <EmptyState setup={<Button variant="primary">Set an endpoint</Button>} />,
}
