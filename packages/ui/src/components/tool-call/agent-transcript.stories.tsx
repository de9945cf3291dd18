import type { Story, StoryMeta } from '../../fixtures/story.js'
import { agentCall, agentStory, nestedAgents } from '../../fixtures/agent-call.js'
import { TurnView } from '../turn/turn.js'
import { DrawTurnContext } from './agent-messages.js'
import { ToolCallView } from './tool-call.js'
import type { ToolCallViewProps } from './call-view.js'

/** A call inside a turn. */
const InTurn = (props: ToolCallViewProps) => (
  <DrawTurnContext.Provider value={TurnView}>
    <ToolCallView {...props} />
  </DrawTurnContext.Provider>
)

const meta: StoryMeta = { title: 'Tools/Agent' }
export default meta

export const Agent: Story = { render: () => <InTurn call={agentCall(agentStory())} defaultOpen /> }
export const AgentsOfAgents: Story = {
  render: () => <InTurn call={agentCall(nestedAgents(6))} defaultOpen />,
}
export const ClosedAgent: Story = { render: () => <InTurn call={agentCall(agentStory())} /> }
