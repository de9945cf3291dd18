import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { checkoutLatency } from '../../fixtures/checkout-latency.js'
import { pastedThread } from '../../fixtures/pasted-thread.js'
import { Transcript } from './transcript.js'
import '../../testing/late-parts.js'

const article = (index: number): HTMLElement => screen.getAllByRole('article')[index]!

test('a messages array is all it needs', () => {
  render(<Transcript messages={checkoutLatency} />)
  expect(screen.getByRole('region', { name: 'Conversation' })).not.toHaveAttribute('aria-live')
  expect(screen.getAllByRole('article').map((turn) => turn.dataset['state'])).toEqual([
    'done',
    'done',
    'done',
    'truncated',
    'done',
    'error',
    'done',
    'filtered',
    'done',
    'awaiting',
  ])
  expect(within(article(1)).getByText('Thought for 4 s')).toBeInTheDocument()
  expect(article(1)).toHaveTextContent('2 calls in parallel')
  expect(article(1)).toHaveTextContent('1 done, 1 failed')
  expect(article(1)).toHaveTextContent('gpt-4o · 1,204 in, 312 out · 4.1 s · 76 tok/s')
  expect(article(3)).toHaveTextContent('Cut off at the token limit512 of 512 output tokens used')
  expect(article(3).querySelector('[data-slot=tear]')).not.toBeNull()
  expect(article(5)).toHaveTextContent('Rate limited by the provider')
  expect(article(7)).toHaveTextContent("Withheld by the provider's content filter")
  expect(article(9)).toHaveTextContent('1 of 1 calls has no result.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('prompts are for the model: they are shown when that is asked for', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'developer', content: 'No jokes.' },
    { role: 'critic', content: 'Fine.' },
    { role: 'user', content: 'Hello' },
  ]
  const { rerender } = render(<Transcript messages={messages} />)
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(document.body).not.toHaveTextContent('Be brief.')
  expect(document.body).not.toHaveTextContent('No jokes.')
  expect(article(0)).toHaveTextContent('Message with role critic')
  rerender(<Transcript messages={messages} showSystem />)
  expect(screen.getAllByRole('article')).toHaveLength(4)
  expect(article(0)).toHaveTextContent('System prompt, 2 words')
  rerender(<Transcript messages={messages.slice(0, 2)} empty={<p>Ask me</p>} />)
  expect(screen.getByText('Ask me')).toBeInTheDocument()
})

test('whatever other systems write is shown, labelled', () => {
  render(<Transcript messages={pastedThread} showSystem />)
  const text = screen.getByRole('region', { name: 'Conversation' }).textContent
  for (const words of [
    'System prompt, 14 words',
    'Developer prompt, 3 words',
    'Image from maps.example, not loaded',
    'wishes.pdf',
    'Part of type location',
    'find_trains',
    'Seven trains, 52 hours',
    'Part of type chart',
    'Message with role critic',
    'window seat',
    'Result without a call',
    'The model declined',
    'Message with role unknown',
  ]) {
    expect(text).toContain(words)
  }
  expect(document.querySelector('img')).toBeNull()
})

test('a view that throws on the server still gives a complete page', () => {
  const Broken = (): never => {
    throw new Error('broke')
  }
  const html = renderToString(
    <Transcript messages={checkoutLatency} toolRenderers={{ get_deploys: Broken }} />,
  )
  expect(html).toContain('pool size 40 to 8')
  expect(html).toContain('Incident report')
})

test('a message that cannot be rendered takes nothing else with it', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const poisoned = {
    role: 'assistant',
    id: 'x',
    content: 'fine',
    usage: {
      get inputTokens(): number {
        throw new Error('poisoned')
      },
      origin: 'reported',
    },
  }
  render(
    <Transcript
      messages={[{ role: 'user', content: 'before' }, poisoned, { role: 'user', content: 'after' }]}
    />,
  )
  expect(screen.getByText('before')).toBeInTheDocument()
  expect(screen.getByText('This message could not be shown')).toBeInTheDocument()
  expect(screen.getByText('after')).toBeInTheDocument()
  errors.mockRestore()
})

test('an appended message leaves the rendered ones alone', () => {
  const first = checkoutLatency.slice(0, 5)
  const { rerender } = render(<Transcript messages={first} />)
  const before = article(1).querySelector('[data-slot=markdown]')
  rerender(<Transcript messages={[...first, { role: 'user', content: 'And then?' }]} />)
  expect(article(1).querySelector('[data-slot=markdown]')).toBe(before)
  expect(screen.getByText('And then?')).toBeInTheDocument()
})

test('buttons call back with the message they stand under', async () => {
  const onContinue = vi.fn()
  render(<Transcript messages={checkoutLatency} onContinue={onContinue} />)
  await userEvent.click(within(article(3)).getByRole('button', { name: 'Continue' }))
  expect(onContinue).toHaveBeenCalledWith({
    turnKey: 'a3',
    message: checkoutLatency.find(({ id }) => id === 'a3'),
  })
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('copy gives Markdown, with Shift plain text, and says so once', async () => {
  const user = userEvent.setup()
  render(<Transcript messages={[{ role: 'assistant', content: '**Bold** and `code`' }]} />)
  const copy = screen.getByRole('button', { name: 'Copy message from Assistant' })
  await user.click(copy)
  expect(await navigator.clipboard.readText()).toBe('**Bold** and `code`')
  const spoken = [...document.querySelectorAll('[data-slot=announcer][aria-live=polite] p')]
  expect(spoken.map((entry) => entry.textContent)).toEqual(['Copied'])
  await user.keyboard('{Shift>}')
  await user.click(copy)
  expect(await navigator.clipboard.readText()).toBe('Bold and code')
})

test('every word can be replaced', () => {
  render(
    <Transcript
      locale="de"
      strings={{ transcript: { label: 'Gespräch' }, usage: { in: (n) => `${n} rein` } }}
      messages={checkoutLatency}
    />,
  )
  expect(screen.getByRole('region', { name: 'Gespräch' })).toHaveTextContent('1.204 rein')
})

test('a page without scripts has everything open', () => {
  const html = renderToString(<Transcript messages={checkoutLatency} folds="open" />)
  expect(html).not.toContain('aria-expanded="false" aria-controls="_R')
  expect(html.match(/data-slot="fold" data-state="closed"/g)?.length ?? 0).toBeLessThanOrEqual(1)
})

test('says what it needs when it is given nothing', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Transcript />)).toThrow('give it messages={array}')
  errors.mockRestore()
})
