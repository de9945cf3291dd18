import type { AssistantMessage, Step } from '@antiphon/core'
import { expect, test } from 'vitest'
import { summarizeUsage } from './usage-summary.js'

const step = (tier: unknown): Step => {
  const assistant: AssistantMessage = {
    role: 'assistant',
    content: 'Yes',
    metadata: { 'wire.service_tier': tier },
  }
  return { key: 'a', assistant, assistantIndex: 0, results: [] }
}

test.each([
  [['flex'], 'flex'],
  [['priority', 'flex', 'default'], 'flex'],
  [['default'], undefined],
  [['auto'], undefined],
  [['standard'], undefined],
  [['on_demand'], undefined],
  [[''], undefined],
  [[{ odd: 1 }], undefined],
])('the tiers %j are told as %s', (tiers, told) => {
  expect(summarizeUsage(tiers.map(step)).serviceTier).toBe(told)
})
