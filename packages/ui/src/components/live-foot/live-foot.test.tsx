import type { LiveStep, Step } from '@antiphon/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveFoot } from './live-foot.js'

beforeEach(() => void vi.useFakeTimers({ now: 20_000 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const live: LiveStep = { phase: 'streaming', startedAt: 11_000, activePart: 'text', calls: {} }
const stepOf = (assistant: Partial<NonNullable<Step['assistant']>>): Step => ({
  key: 'a',
  assistant: { role: 'assistant', id: 'a', content: '', ...assistant },
  results: [],
})
const foot = (step: Step, state: LiveStep = live) => <LiveFoot turnKey="a" live={state} steps={[step]} />
const words = (): string | null => document.querySelector('[data-slot=live-figures]')?.textContent ?? null

test('says what is done, for how long, and how much there is: text, thinking and arguments', () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'save', arguments: 'x'.repeat(396) } }
  render(foot(stepOf({ content: 'x'.repeat(200), reasoning: 'x'.repeat(248), tool_calls: [call] })))
  expect(words()).toBe('Writing · 9 s · ~ 212 tokens')
})

test('says nothing while calls run or a person is asked: their rows do', () => {
  render(foot(stepOf({ content: 'x'.repeat(200) }), { ...live, phase: 'tools' }))
  pass(20_000)
  expect(document.body.textContent).toBe('')
})

test('says nothing of an answer that has just begun', () => {
  render(foot(stepOf({ content: 'x'.repeat(200) }), { ...live, startedAt: 18_000 }))
  expect(words()).toBeNull()
  pass(1_000)
  expect(words()).toBe('Writing · 3 s · ~ 50 tokens')
})

test('silence is named from five seconds on, and forgotten with the next word', () => {
  const { rerender } = render(foot(stepOf({ content: 'One' })))
  pass(4_500)
  expect(screen.queryByRole('note')).toBeNull()
  pass(500)
  expect(screen.getByRole('note')).toHaveTextContent('No data for 5 s.The connection is still open.')
  pass(8_000)
  expect(screen.getByRole('note')).toHaveTextContent('No data for 13 s.')
  rerender(foot(stepOf({ content: 'One two' })))
  expect(screen.queryByRole('note')).toBeNull()
})
