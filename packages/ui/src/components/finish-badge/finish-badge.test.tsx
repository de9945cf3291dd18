import type { Ending } from '@antiphon/core'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FinishBadge, type FinishBadgeProps } from './finish-badge.js'

const handlers = {
  onContinue: () => {},
  onRetry: () => {},
  onRaiseLimit: () => {},
  onEditMessage: () => {},
  onAddResult: () => {},
  onOpenInWire: () => {},
}

/** The table of the design: kind, title, detail, buttons, tone. */
const rows: [Ending, Partial<FinishBadgeProps>, string, string | undefined, string[], string][] = [
  [
    { kind: 'length-text' },
    { outputTokens: 1_512, maxOutputTokens: 2_048 },
    'Cut off at the token limit',
    '1,512 of 2,048 output tokens used',
    ['Continue'],
    'warn',
  ],
  [
    { kind: 'length-thinking' },
    {},
    'Ran out of tokens while thinking',
    'No answer was written. Raise the limit or lower the effort.',
    ['Raise limit and retry'],
    'warn',
  ],
  [
    { kind: 'thought-only' },
    {},
    'Only thoughts, no answer',
    'The whole reply came as thinking. It can be read above.',
    ['Retry'],
    'warn',
  ],
  [
    { kind: 'length-call', callName: 'write_file' },
    {},
    'Cut off while writing a tool call',
    'write_file was not run.',
    ['Retry'],
    'warn',
  ],
  [
    { kind: 'filter-empty' },
    {},
    "Withheld by the provider's content filter",
    'No text was returned.',
    ['Edit message'],
    'neutral',
  ],
  [
    { kind: 'filter-midway' },
    {},
    "Stopped by the provider's content filter",
    'The text above is all that arrived.',
    ['Edit message', 'Retry'],
    'warn',
  ],
  [{ kind: 'refusal' }, {}, 'The model declined', undefined, ['Edit message'], 'neutral'],
  [
    { kind: 'unanswered', unanswered: 1, total: 3 },
    {},
    'Waiting for a tool result',
    '1 of 3 calls has no result.',
    ['Add result', 'Retry'],
    'info',
  ],
  [
    { kind: 'unanswered', unanswered: 2, total: 3 },
    {},
    'Waiting for a tool result',
    '2 of 3 calls have no result.',
    ['Add result', 'Retry'],
    'info',
  ],
  [
    { kind: 'incomplete' },
    {},
    'Connection ended before the answer did',
    'What arrived is kept.',
    ['Retry', 'Continue'],
    'danger',
  ],
  [{ kind: 'paused' }, {}, 'Paused', 'Continue to get the answer.', ['Continue', 'Retry'], 'neutral'],
  [{ kind: 'cancelled' }, {}, 'Stopped by you', undefined, ['Continue', 'Retry'], 'neutral'],
  [
    { kind: 'other', raw: 'max_turns' },
    {},
    'Finished: max_turns',
    'Unknown reason.',
    ['Open in wire'],
    'neutral',
  ],
]

test.each(rows)(
  'an answer that ended with $kind says so and offers the next step',
  (ending, props, title, detail, actions, tone) => {
    render(<FinishBadge ending={ending} {...props} {...handlers} />)
    const badge = screen.getByRole('note')
    expect(badge).toHaveAttribute('data-finish', ending.kind)
    expect(badge).toHaveAttribute('data-tone', tone)
    expect(badge.querySelector('[data-slot=title]')).toHaveTextContent(new RegExp(`^${title}$`))
    expect(badge.querySelector('[data-slot=detail]')?.textContent).toBe(detail)
    expect(
      within(badge)
        .queryAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(actions)
  },
)

test('a plain stop needs no words', () => {
  const { container } = render(<FinishBadge ending={{ kind: 'stop' }} {...handlers} />)
  expect(container).toBeEmptyDOMElement()
})

test('a button appears only for a handler that is given, and calls it', async () => {
  const onRetry = vi.fn()
  render(<FinishBadge ending={{ kind: 'incomplete' }} onRetry={onRetry} />)
  await userEvent.click(screen.getByRole('button'))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('every ending has an icon of its own, so that a greyscale print tells them apart', () => {
  const icons = rows.map(([ending]) => {
    const { container, unmount } = render(<FinishBadge ending={ending} />)
    const icon = container.querySelector('svg')!.dataset['icon']
    unmount()
    return `${ending.kind.split('-')[0]}:${icon}`
  })
  const byIcon = new Map(icons.map((pair) => pair.split(':').toReversed() as [string, string]))
  expect(new Set(icons).size).toBe(byIcon.size)
})
