import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Threads, UnreadAndBusy } from './thread-list.stories.js'

const marks = (row: HTMLElement): (string | null)[] => [
  ...[...row.querySelectorAll('a [data-icon]')].map((icon) => icon.getAttribute('data-icon')),
  ...[...row.querySelectorAll('a [data-slot="thread-unread"]')].map(() => 'dot'),
]

it('each thread says what goes on in it, in its name and by a mark of its own: dot, ring, hand, cross', async () => {
  render(UnreadAndBusy.render())
  const expected: [name: string, mark: string][] = [
    ['Checkout latency, New answer', 'dot'],
    ['Parse server-sent events, Answering', 'running'],
    ['A table of colours in OKLCH, Waiting for your approval', 'awaiting'],
    ['ميناء الصيد, The last answer failed', 'error'],
  ]
  for (const [name, mark] of expected) {
    const link = await screen.findByRole('link', { name })
    expect([name, ...marks(link.closest('li')!)]).toEqual([name, mark])
  }
})

it('a thread at rest that was read says nothing', async () => {
  render(Threads.render())
  const link = await screen.findByRole('link', { name: 'Parse server-sent events' })
  expect(marks(link.closest('li')!)).toEqual([])
  expect(within(screen.getByRole('navigation')).queryByText(/New answer/)).toBeNull()
})
