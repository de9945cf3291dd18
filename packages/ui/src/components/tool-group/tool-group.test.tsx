import type { CallState, PairedCall } from '@antiphon/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storyCall } from '../../fixtures/story-calls.js'
import { ToolRenderersContext } from '../tool-call/tool-renderers.js'
import { ToolGroup } from './tool-group.js'
import '../../testing/late-parts.js'

const group = (states: CallState[]): PairedCall[] =>
  states.map((state, index) =>
    storyCall('run', { n: index }, { state, index, ms: (index + 1) * 1_000, result: 'x' }),
  )

test.each<[CallState[], CallState, string, boolean]>([
  [['done', 'done', 'done'], 'done', '3 calls in parallel 3.0 s', false],
  [['queued', 'queued', 'queued'], 'queued', '3 calls, queued 3.0 s', true],
  [['done', 'running', 'running'], 'running', '3 calls in parallel 1 done, 2 running', true],
  [['done', 'done', 'error'], 'error', '3 calls in parallel 2 done, 1 failed 3.0 s', true],
  [['done', 'denied'], 'denied', '2 calls in parallel 1 done, 1 denied', false],
  [['done', 'cancelled'], 'cancelled', '2 calls in parallel 1 done, 1 stopped', false],
  [['done', 'cut-off'], 'cut-off', '2 calls in parallel 1 done, 1 cut off', false],
  [['error', 'awaiting'], 'awaiting', '2 calls in parallel 1 waiting for approval, 1 failed', true],
])(
  '%j shows its worst child, counts by state, and opens when somebody is needed',
  (states, worst, words, open) => {
    const { container } = render(<ToolGroup calls={group(states)} />)
    expect(container.querySelector('[data-slot=tool-group]')).toHaveAttribute('data-state', worst)
    const header = screen.getAllByRole('button')[0]!
    const text = [...header.querySelectorAll('[data-slot=title], [data-slot=counts], [data-slot=elapsed]')]
      .map((element) => element.textContent)
      .join(' ')
    expect(text).toContain(words)
    expect(header).toHaveAttribute('aria-expanded', String(open))
  },
)

test('opens itself when a call fails later, unless the reader closed it', () => {
  const { rerender } = render(<ToolGroup calls={group(['done', 'done'])} />)
  const header = (): HTMLElement => screen.getAllByRole('button')[0]!
  expect(header()).toHaveAttribute('aria-expanded', 'false')
  rerender(<ToolGroup calls={group(['done', 'error'])} />)
  expect(header()).toHaveAttribute('aria-expanded', 'true')
})

test('is open where a view in it opens its row', () => {
  const View = Object.assign(() => <input aria-label="Date" />, { opensRow: true })
  render(
    <ToolRenderersContext.Provider value={{ run: View }}>
      <ToolGroup calls={group(['done', 'unanswered'])} />
    </ToolRenderersContext.Provider>,
  )
  for (const field of screen.getAllByLabelText('Date')) expect(field).toBeVisible()
})

test('never closes over a question to a person', () => {
  const { rerender } = render(<ToolGroup calls={group(['done', 'done'])} defaultOpen />)
  const header = (): HTMLElement => screen.getAllByRole('button')[0]!
  fireEvent.click(header())
  expect(header()).toHaveAttribute('aria-expanded', 'false')
  rerender(<ToolGroup calls={group(['done', 'awaiting'])} renderApproval={() => <p>May it?</p>} />)
  expect(header()).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText('May it?')).toBeVisible()
  rerender(<ToolGroup calls={group(['done', 'done'])} />)
  expect(header()).toHaveAttribute('aria-expanded', 'false')
})

test('a call that fails over a question opens once that is answered, because the question must not move under the finger', () => {
  const calls = (states: CallState[]) => (
    <ToolGroup calls={group(states)} renderApproval={() => <p>May it?</p>} />
  )
  const { rerender } = render(calls(['queued', 'awaiting']))
  const failed = (): HTMLElement => screen.getAllByRole('button', { name: /run/ })[0]!
  expect(failed()).toHaveAttribute('aria-expanded', 'false')
  rerender(calls(['error', 'awaiting']))
  expect(failed()).toHaveAttribute('aria-expanded', 'false')
  expect(failed().closest('[data-slot=tool-call]')).toHaveAttribute('data-state', 'error')
  rerender(calls(['error', 'done']))
  expect(failed()).toHaveAttribute('aria-expanded', 'true')
  // A call that failed before the question came stays open.
  rerender(calls(['error', 'awaiting']))
  expect(failed()).toHaveAttribute('aria-expanded', 'true')
})
