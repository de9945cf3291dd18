import { Opened } from '../../fixtures/opened.js'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { Menu, type MenuItem } from './menu.js'

const meta: StoryMeta = { title: 'App/Menu' }
export default meta

const line = (label: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id: label,
  label,
  run: () => {},
  ...more,
})

export const OfAThread: Story = {
  name: 'Of a thread',
  render: () => (
    <div className="ap:min-h-64">
      <Opened>
        <Menu
          label="Actions"
          groups={[
            [
              line('Rename', { icon: 'edit', keys: 'F2' }),
              line('Pin', { icon: 'pin' }),
              line('Density', { icon: 'notice', detail: 'Comfortable', keepsOpen: true }),
            ],
            [line('Delete', { icon: 'clear', danger: true })],
          ]}
        />
      </Opened>
    </div>
  ),
}
