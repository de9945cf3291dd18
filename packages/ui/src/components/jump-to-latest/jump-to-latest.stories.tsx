import type { Story, StoryMeta } from '../../fixtures/story.js'
import { JumpToLatest } from './jump-to-latest.js'

const meta: StoryMeta = { title: 'Controls/Jump to latest' }
export default meta

export const Latest: Story = { render: () => <JumpToLatest /> }
export const NewAnswer: Story = { render: () => <JumpToLatest reason="answer" /> }
export const ApprovalNeeded: Story = { render: () => <JumpToLatest reason="approval" /> }
