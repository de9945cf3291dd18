import type { CallState, PairedCall } from '@antiphon/core'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { storyCall } from '../../fixtures/story-calls.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { Reasoning } from '../reasoning/reasoning.js'
import { ToolGroup } from './tool-group.js'

const meta: StoryMeta = { title: 'Tools/Group' }
export default meta

const group = (states: CallState[]): PairedCall[] =>
  states.map((state, index) =>
    storyCall(
      'run_load',
      { pool: 40 - index, rps: 300 },
      {
        state,
        index,
        ms: 1_000 + index * 900,
        result: state === 'error' ? 'connection refused' : state === 'done' ? '{"p95":212}' : undefined,
      },
    ),
  )

export const AllDone: Story = { render: () => <ToolGroup calls={group(['done', 'done', 'done'])} /> }
export const Queued: Story = { render: () => <ToolGroup calls={group(['queued', 'queued', 'queued'])} /> }
export const Mixed: Story = { render: () => <ToolGroup calls={group(['done', 'running', 'writing'])} /> }
export const OneFailed: Story = { render: () => <ToolGroup calls={group(['done', 'error'])} /> }
export const EveryState: Story = {
  render: () => (
    <ToolGroup
      defaultOpen
      calls={group([
        'done',
        'error',
        'denied',
        'cancelled',
        'cut-off',
        'unanswered',
        'running',
        'writing',
        'queued',
        'awaiting',
      ])}
    />
  ),
}
export const Twelve: Story = {
  render: () => <ToolGroup calls={group(Array<CallState>(12).fill('done'))} defaultOpen />,
}
/** Two calls that came with the same wire id: each keeps its own result. */
export const SameIdTwice: Story = {
  render: () => {
    const calls = group(['done', 'done']).map((call) => ({ ...call, call: { ...call.call, id: 'call_0' } }))
    return <ToolGroup calls={calls} defaultOpen />
  },
}
export const SequentialRounds: Story = {
  render: () => (
    <>
      <Reasoning state="done" text="Look at the deploys first." ms={2_000} />
      <ToolCallView
        call={storyCall('get_deploys', { service: 'checkout' }, { result: '[]', ms: 800, index: 0 })}
      />
      <Reasoning state="done" text="Nothing there. Then the metrics." ms={3_000} />
      <ToolCallView
        call={storyCall('query_metrics', { range: '12h' }, { result: '0.2', ms: 1_900, index: 1 })}
      />
    </>
  ),
}
