import { useEffect, useRef } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { UsageMeter, type UsageMeterProps } from './usage-meter.js'

const meta: StoryMeta = { title: 'Controls/Usage' }
export default meta

const summary: UsageMeterProps['summary'] = {
  requests: 1,
  model: 'gpt-4o',
  durationMs: 4_100,
  usage: {
    inputTokens: 1_204,
    outputTokens: 312,
    totalTokens: 1_516,
    cachedInputTokens: 1_024,
    reasoningTokens: 64,
    cost: { amount: 0.0031, currency: 'USD' },
    origin: 'reported',
  },
}

function Opened() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const figures = place.current?.querySelector<HTMLElement>('[popover]')
    // Open it by a click, so that it is placed at its button.
    if (!figures?.matches(':popover-open')) place.current?.querySelector('button')?.click()
    return () => figures?.hidePopover()
  }, [])
  return (
    <div ref={place} style={{ paddingBlockStart: 320 }}>
      <UsageMeter summary={summary} />
    </div>
  )
}

/** All figures, and where they are from. */
export const Popover: Story = { render: () => <Opened /> }
export const Reported: Story = { render: () => <UsageMeter summary={summary} /> }
export const OutInWarning: Story = { render: () => <UsageMeter truncated summary={summary} /> }
