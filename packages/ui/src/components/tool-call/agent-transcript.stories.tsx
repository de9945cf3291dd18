import type { Story, StoryMeta } from '../../fixtures/story.js'
import { agentCall, agentStory, nestedAgents } from '../../fixtures/agent-call.js'
import { ToolCallView } from './tool-call.js'

const meta: StoryMeta = { title: 'Tools/Agent' }
export default meta

export const Agent: Story = { render: () => <ToolCallView call={agentCall(agentStory())} defaultOpen /> }
export const AgentsOfAgents: Story = {
  render: () => <ToolCallView call={agentCall(nestedAgents(6))} defaultOpen />,
}
export const ClosedAgent: Story = { render: () => <ToolCallView call={agentCall(agentStory())} /> }
