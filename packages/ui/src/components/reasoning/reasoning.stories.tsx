import { useState } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { Reasoning } from './reasoning.js'

const meta: StoryMeta = { title: 'Reasoning' }
export default meta

const thought =
  'Two runs are enough: one at 40 and one at 8 connections, same arrival rate. I should hold the payload constant and read the wait time, not only p95. Start both at once, then compare the queue depth at the knee.'
const long = Array.from({ length: 14 }, (_, i) => `${i + 1}. ${thought}`).join('\n\n')

function Streaming({ text }: { text: string }) {
  const [since] = useState(() => Date.now() - 3_000)
  return <Reasoning state="streaming" text={text} since={since} />
}

export const StreamingShort: Story = { render: () => <Streaming text={thought} />, name: 'Streaming' }
export const StreamingCapped: Story = { render: () => <Streaming text={long} /> }
export const DoneFolded: Story = { render: () => <Reasoning state="done" text={thought} ms={4_100} /> }
export const DoneOpenLong: Story = {
  render: () => <Reasoning state="done" text={long} ms={124_000} defaultOpen />,
}
export const TimeUnknown: Story = { render: () => <Reasoning state="done" text={thought} /> }
export const CutOff: Story = { render: () => <Reasoning state="cut-off" text={thought} /> }
export const Stopped: Story = { render: () => <Reasoning state="stopped" text={thought} /> }
export const HiddenByProvider: Story = { render: () => <Reasoning state="hidden" text="" /> }
