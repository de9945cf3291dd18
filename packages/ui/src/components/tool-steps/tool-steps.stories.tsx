import type { ToolStep } from '@antiphon/core'
import { useState } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { ToolSteps } from './tool-steps.js'

const meta: StoryMeta = { title: 'Tools/Steps' }
export default meta

const steps: Omit<ToolStep, 'startedAt'>[] = [
  { id: '1', title: 'Read the deploy log', state: 'done', durationMs: 800 },
  { id: '2', title: 'Look at the metrics', state: 'running' },
  { id: '2a', parent: '2', title: 'eu-west', state: 'done', durationMs: 1_200 },
  {
    id: '2b',
    parent: '2',
    title: 'us-east',
    state: 'error',
    durationMs: 10_000,
    detail: '504 upstream timeout',
  },
  { id: '2b1', parent: '2b', title: 'Second attempt', state: 'running' },
  { id: '3', title: 'Write it up', state: 'queued' },
  { id: '4', title: 'Page the on-call', state: 'cancelled' },
]

function Investigation() {
  const [startedAt] = useState(() => Date.now() - 4_200)
  return <ToolSteps label="Steps of investigate" steps={steps.map((step) => ({ ...step, startedAt }))} />
}

/** A sub-agent: its own calls, three levels deep, each with how it went. */
export const Nested: Story = { render: () => <Investigation /> }
