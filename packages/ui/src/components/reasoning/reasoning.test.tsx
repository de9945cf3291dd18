import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Reasoning, type ReasoningProps } from './reasoning.js'

beforeEach(() => void vi.useFakeTimers({ now: 10_000 }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const isOpen = (): boolean => screen.getByRole('button').getAttribute('aria-expanded') === 'true'

test.each<[Partial<ReasoningProps>, string]>([
  [{ state: 'streaming', since: 6_000 }, 'Thinking 4 s'],
  [{ state: 'streaming' }, 'Thinking'],
  [{ state: 'done', ms: 4_100 }, 'Thought for 4 s'],
  [{ state: 'done' }, 'Thought'],
  [{ state: 'done', ms: 90 }, 'Thought'],
  [{ state: 'cut-off' }, 'Ran out of tokens while thinking'],
  [{ state: 'stopped' }, 'Thinking stopped'],
  [{ state: 'hidden', text: '' }, 'Reasoned, not shown by the provider'],
])('%o reads "%s"', (props, title) => {
  const { container } = render(<Reasoning state="done" text="First the deploys." {...props} />)
  expect(container.querySelector('[data-slot=title]')?.textContent).toBe(title)
  expect(container.querySelector('[data-slot=reasoning]')).toHaveAttribute('data-state', props.state)
})

test('opens after 0.4 s of thinking and folds with the first word of the answer, before one can read it', () => {
  const { rerender } = render(<Reasoning state="streaming" text="First" />)
  expect(isOpen()).toBe(false)
  pass(399)
  expect(isOpen()).toBe(false)
  pass(2)
  expect(isOpen()).toBe(true)
  rerender(<Reasoning state="done" text="First" ms={900} />)
  expect(isOpen()).toBe(false)
})

test('stays open, as high as it was, for whoever has gone up in it to read', () => {
  const { rerender, container } = render(<Reasoning state="streaming" text="First" />)
  pass(500)
  const body = container.querySelector('[data-slot=reasoning-body]')!
  Object.defineProperty(body, 'scrollHeight', { value: 900 })
  act(() => void body.dispatchEvent(new Event('scroll', { bubbles: true })))
  rerender(<Reasoning state="done" text="First" ms={900} />)
  expect(isOpen()).toBe(true)
  expect(body).toHaveAttribute('data-capped')
})

test('thinking that is over in a moment never opens', () => {
  const { rerender } = render(<Reasoning state="streaming" text="First" />)
  pass(300)
  rerender(<Reasoning state="done" text="First" ms={300} />)
  pass(2_000)
  expect(isOpen()).toBe(false)
})

test('once touched it is the reader who opens and closes it', () => {
  const { rerender } = render(<Reasoning state="streaming" text="First" />)
  pass(500)
  act(() => screen.getByRole('button').click())
  expect(isOpen()).toBe(false)
  act(() => screen.getByRole('button').click())
  rerender(<Reasoning state="done" text="First" ms={900} />)
  pass(5_000)
  expect(isOpen()).toBe(true)
  expect(screen.getByText('kept open by you')).toBeInTheDocument()
})

test('stays open when thinking was all there was', () => {
  const { rerender } = render(<Reasoning state="streaming" text="First" />)
  pass(500)
  rerender(<Reasoning state="cut-off" text="First" />)
  pass(5_000)
  expect(isOpen()).toBe(true)
})

test('closed content is out of reach of keys and readers', () => {
  render(<Reasoning state="done" text="First the deploys." />)
  pass(1_000)
  expect(screen.getByText('First the deploys.').closest('[hidden]')).not.toBeNull()
})
