import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { ContextMeter } from './context-meter.js'

const meta: StoryMeta = { title: 'App/Context meter' }
export default meta

export const Some: Story = { render: () => <ContextMeter used={23_040} limit={128_000} /> }
export const High: Story = { render: () => <ContextMeter used={104_000} limit={128_000} /> }
export const Full: Story = { render: () => <ContextMeter used={131_000} limit={128_000} /> }
