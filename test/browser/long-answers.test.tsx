import type { Message } from '@antiphon/core'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { distanceToEnd, drawn, frames, HEIGHT, inView, open, topOf, viewport } from './support/long-thread.js'
import { rest } from './support/rest.js'

afterEach(cleanup)

const STEPS = 2_000
const markOf = (at: number): string => `mark${String(at).padStart(5, '0')}`

/** One prompt, and an agent that works on it for two thousand steps. */
const session: Message[] = [
  { role: 'user', id: 'u', content: 'Mend the pump.' },
  ...Array.from({ length: STEPS }, (_, at): Message[] => [
    {
      role: 'assistant',
      id: `a${at}`,
      content: `${markOf(at)} ${'Some words about the pump and its valves. '.repeat(1 + (at % 5))}`,
      ...(at < STEPS - 1 && {
        tool_calls: [
          { id: `c${at}`, type: 'function', function: { name: 'look', arguments: `{"at":${at}}` } },
        ],
      }),
    },
    ...(at < STEPS - 1
      ? [{ role: 'tool', id: `t${at}`, tool_call_id: `c${at}`, content: 'seen' } as const]
      : []),
  ]).flat(),
]
const steps = () => document.querySelectorAll('[data-slot=assistant-message]')

it('an answer of 2,000 steps in a log draws a screen of them; the text of all is in the document soon after', async () => {
  const opened = open({ messages: session, isLog: true })
  // At once: between two frames of a slow machine there is time for more of them.
  expect(steps().length).toBeGreaterThan(0)
  expect(steps().length).toBeLessThanOrEqual(100)
  await opened
  expect(Math.abs(distanceToEnd())).toBeLessThanOrEqual(1)
  await rest()
  expect(document.body.textContent.match(/mark\d{5}/g)).toEqual(
    Array.from({ length: STEPS }, (_, at) => markOf(at)),
  )
  expect(steps().length).toBeLessThanOrEqual(200)
  // The footer about the whole answer appears once, at its end.
  expect(document.querySelectorAll('[data-slot=turn-footer]')).toHaveLength(1)
  expect(drawn().at(-1)!.querySelector('[data-slot=turn-footer]')).not.toBeNull()
})

it('is read through from its end to its beginning without a gap and without a jerk', async () => {
  await open({ messages: session, isLog: true })
  await rest()
  const deviations: number[] = []
  for (let step = 0; step < 30; step++) {
    const line = inView()[0]!
    const before = topOf(line)
    viewport().scrollTop -= 300
    await frames(3)
    deviations.push(Math.abs(topOf(line) - before - 300))
  }
  expect(Math.max(...deviations)).toBeLessThanOrEqual(1)
  viewport().scrollTop = 0
  await expect.poll(() => inView().length).toBeGreaterThan(1)
  await rest()
  const seen = inView()
  expect(seen[0]!.textContent).toContain('Mend the pump.')
  expect(topOf(seen.at(-1)!) + seen.at(-1)!.offsetHeight).toBeGreaterThanOrEqual(HEIGHT - 1)
  expect(steps().length).toBeLessThanOrEqual(200)
})

it('pieces stand as the steps of one answer do', async () => {
  const gapsOf = () => {
    const all = [...steps()].map((step) => step.getBoundingClientRect())
    return all.slice(1, 12).map((box, i) => Math.round(box.top - all[i]!.bottom))
  }
  const few = session.slice(0, 1 + 2 * 12)
  await open({ messages: few, isLog: true })
  const pieces = gapsOf()
  expect(document.querySelectorAll('[data-role=assistant]')).toHaveLength(2)
  cleanup()
  await open({ messages: few })
  expect(document.querySelectorAll('[data-role=assistant]')).toHaveLength(1)
  expect(pieces).toEqual(gapsOf())
})
