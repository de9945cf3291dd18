import { type ChatErrorData, type ChatErrorKind } from '@antiphon/core'
import { toChatErrorData } from '@antiphon/core/errors'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorCard } from './error-card.js'
import { StringsProvider } from '../../strings/strings.js'
import { german } from '../../strings/german.js'
import '../../testing/late-parts.js'

afterEach(() => void vi.useRealTimers())

const handlers = {
  onRetry: () => {},
  onContinue: () => {},
  onOpenSettings: () => {},
  onPickModel: () => {},
  onSummarise: () => {},
  onStartFromHere: () => {},
  onEdit: () => {},
  onRetryWithoutField: () => {},
  onOpenInWire: () => {},
}

const rows: [ChatErrorKind, Partial<ChatErrorData>, string, string[]][] = [
  [
    'network_or_cors',
    { host: 'localhost:11434' },
    'Could not reach localhost:11434',
    ['Open settings', 'Retry'],
  ],
  ['auth', { status: 401 }, 'The key was not accepted', ['Open settings']],
  ['billing', { status: 429 }, 'The account has no credit left', ['Retry', 'Open settings']],
  [
    'not_found',
    { status: 404, model: 'gpt-9' },
    'No such model or address',
    ['Pick a model', 'Open settings'],
  ],
  [
    'context_overflow',
    { tokens: { used: 9_120, max: 8_192 } },
    'Too long for this model: 9,120 of 8,192 tokens',
    ['Summarise and continue', 'Start from here', 'Edit'],
  ],
  ['rate_limit', { status: 429 }, 'Rate limited by the provider', ['Retry']],
  ['overloaded', { status: 529 }, 'The provider is busy', ['Retry']],
  [
    'unsupported_field',
    { field: 'stream_options' },
    'The server refused stream_options',
    ['Retry without it'],
  ],
  ['malformed_stream', {}, 'Part of the stream could not be read', ['Open in wire', 'Retry']],
  [
    'tool_loop_limit',
    { message: 'Stopped after 8 rounds' },
    'Stopped after 8 rounds of tool calls',
    ['Continue'],
  ],
  ['invalid_request', { status: 422 }, 'The server refused the request', ['Edit', 'Retry']],
  ['content_filter', { status: 400 }, "Withheld by the provider's content filter", ['Edit']],
  ['timeout', {}, 'The server did not answer in time', ['Retry']],
  ['aborted', {}, 'Stopped by you', ['Continue', 'Retry']],
  ['empty_response', { status: 200 }, 'The server sent an empty answer', ['Retry']],
  ['normalize', {}, 'This transcript cannot be converted', []],
  ['protocol', {}, 'This transcript is not in order', []],
  ['provider', { status: 500 }, 'The provider reported an error', ['Retry']],
]

test.each(rows)('%s: says what happened and what to do', (kind, fields, title, actions) => {
  render(<ErrorCard error={{ kind, message: 'words of the server', ...fields }} {...handlers} />)
  const card = screen.getByRole('alert')
  expect(card).toHaveAttribute('data-class', kind)
  expect(card.querySelector('[data-slot=title]')?.textContent).toBe(title)
  const names = [...card.querySelectorAll('[data-slot=actions] button')].map((button) => button.textContent)
  expect(names).toEqual(actions)
  expect(card.querySelector('[data-slot=actions] [data-variant=primary]')?.textContent).toBe(actions[0])
  expect(screen.getByRole('button', { name: 'Details' })).toBeInTheDocument()
})

test.each<[Partial<ChatErrorData>, string, string]>([
  [
    { kind: 'auth', message: "You didn't provide an API key.", status: 401 },
    'This server needs a key',
    'Add one in the settings.',
  ],
  [
    { kind: 'auth', message: 'Incorrect API key provided: sk-1.', status: 401 },
    'The key was not accepted',
    'Check the key in the settings.',
  ],
  [
    { kind: 'auth', message: 'No auth credentials found', status: 401 },
    'The key was not accepted',
    'Check the key in the settings.',
  ],
  [
    { kind: 'not_found', message: 'The model `gpt-9` does not exist.', status: 404, model: 'gpt-9' },
    'No model named gpt-9',
    '404 · The model `gpt-9` does not exist. Choose another model, or check the address.',
  ],
  [
    { kind: 'not_found', message: '<!doctype html>', status: 404, model: 'gpt-9' },
    'No such model or address',
    '404 · <!doctype html>. Choose another model, or check the address.',
  ],
  [
    { kind: 'not_found', message: '404 Not Found nginx', status: 404 },
    'No such model or address',
    '404 Not Found nginx. Choose another model, or check the address.',
  ],
  [
    { kind: 'rate_limit', message: '30,000 tokens per minute are used. Please retry in 8s.', status: 429 },
    'Rate limited by the provider',
    '429 · 30,000 tokens per minute are used.',
  ],
])('%j: one cause, said once', (error, title, detail) => {
  render(<ErrorCard error={error as ChatErrorData} {...handlers} />)
  const card = screen.getByRole('alert')
  expect(card.querySelector('[data-slot=title]')?.textContent).toBe(title)
  expect(card.querySelector('[data-slot=detail]')?.textContent).toBe(detail)
})

test('a device that had no network is told so and no other cause, also when it is online again and after a reload', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const stored = JSON.parse(
    JSON.stringify(toChatErrorData(new TypeError('Failed to fetch'), { host: 'localhost' })),
  ) as ChatErrorData
  onLine.mockReturnValue(true)
  const later = toChatErrorData(new TypeError('Failed to fetch'), { host: 'localhost' })
  onLine.mockReturnValue(false)
  const { unmount } = render(<ErrorCard error={stored} {...handlers} />)
  expect(screen.getByRole('alert')).toHaveTextContent(/was offline.*Connect it to the network/)
  expect(screen.queryByRole('list')).toBeNull()
  onLine.mockReturnValue(true)
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/was offline.*Back online/))
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Details', 'Retry'])
  unmount()
  onLine.mockReturnValue(false)
  render(<ErrorCard error={later} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Could not reach localhost')
  onLine.mockRestore()
})

test('the cause that was found out when it failed stands on the error itself', () => {
  render(
    <ErrorCard error={{ kind: 'network_or_cors', message: 'x', cause: 'Nothing listens at port 4399.' }} />,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing listens at port 4399.')
  expect(screen.queryByRole('list')).toBeNull()
})

test('a class that this version does not know is still an error with its words', () => {
  render(<ErrorCard error={{ kind: 'quantum' as ChatErrorKind, message: 'flux low' }} />)
  expect(screen.getByRole('alert')).toHaveTextContent('The provider reported an error')
  expect(screen.getByRole('alert')).toHaveTextContent('flux low.')
})

test('a summary can be stopped while it is written, and a failure stands beside the button', async () => {
  const user = userEvent.setup()
  const asked: { signal: AbortSignal; reject: (reason: unknown) => void }[] = []
  const onSummarise = ({ signal }: { signal: AbortSignal }): Promise<void> =>
    new Promise((_, reject) => void asked.push({ signal, reject }))
  render(<ErrorCard error={{ kind: 'context_overflow', message: 'x' }} onSummarise={onSummarise} />)
  await user.click(await screen.findByRole('button', { name: 'Summarise and continue' }))
  expect(screen.getByRole('status')).toHaveTextContent('The conversation is being summarised …')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(asked[0]!.signal.aborted).toBe(true)
  await act(async () => asked[0]!.reject(asked[0]!.signal.reason))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await user.click(screen.getByRole('button', { name: 'Summarise and continue' }))
  await act(async () => asked[1]!.reject(new Error('The model is busy.')))
  expect(screen.getByRole('status')).toHaveTextContent('There is no summary: The model is busy.')
  expect(screen.getByRole('button', { name: 'Summarise and continue' })).toBeEnabled()
})

test('a lost connection names three likely causes', () => {
  render(<ErrorCard error={{ kind: 'network_or_cors', message: 'Failed to fetch' }} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test('a lost connection whose cause stands beside the card has its title alone', () => {
  render(<ErrorCard error={{ kind: 'network_or_cors', message: 'Failed to fetch' }} cause={null} />)
  expect(screen.getByText('Could not reach the server')).toBeInTheDocument()
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByRole('alert').querySelector('[data-slot=detail]')).toBeNull()
})

test('a lost connection whose cause was found names it and guesses nothing', () => {
  const error: ChatErrorData = { kind: 'network_or_cors', message: 'Failed to fetch' }
  render(<ErrorCard error={error} cause="Nothing listens at localhost:11434." />)
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing listens at localhost:11434.')
  expect(screen.queryByRole('list')).toBeNull()
})

test('Details hold status, request id and the body as it came', async () => {
  const raw = '{"error":"<b>no</b>"}'
  render(<ErrorCard error={{ kind: 'provider', message: 'no', status: 500, requestId: 'req_7', raw }} />)
  const details = screen.getByRole('button', { name: 'Details' })
  expect(details).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(details)
  expect(details).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText('req_7')).toBeInTheDocument()
  expect(screen.getByRole('group', { name: 'Raw body' })).toHaveTextContent(raw)
})

test('Retry counts down to the time the server named, then works', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const onRetry = vi.fn()
  const error: ChatErrorData = {
    kind: 'rate_limit',
    message: 'slow down',
    retryAfterMs: 5_000,
    occurredAt: 1_000_000,
  }
  render(<ErrorCard error={error} hasText onRetry={onRetry} />)
  const retry = screen.getByRole('button', { name: 'Retry' })
  expect(retry).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('alert')).toHaveTextContent('You can retry in 5.0 s. The text above is kept.')
  retry.click()
  expect(onRetry).not.toHaveBeenCalled()

  act(() => void vi.advanceTimersByTime(3_000))
  expect(screen.getByRole('alert')).toHaveTextContent('You can retry in 2.0 s.')
  act(() => void vi.advanceTimersByTime(2_400))
  expect(screen.getByRole('alert')).toHaveTextContent('You can retry now.')
  expect(retry).not.toHaveAttribute('aria-disabled')
  retry.click()
  expect(onRetry).toHaveBeenCalledOnce()
})

test('an error of an old thread does not interrupt anybody', () => {
  render(<ErrorCard error={{ kind: 'auth', message: 'no' }} alert={false} />)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the seconds count down outside of what is spoken: the card speaks when it comes and when it is over', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const error: ChatErrorData = {
    kind: 'rate_limit',
    message: 'slow down',
    retryAfterMs: 4_000,
    occurredAt: 1_000_000,
  }
  render(<ErrorCard error={error} hasText onRetry={() => {}} />)
  const spoken = (): string => {
    const copy = screen.getByRole('alert').cloneNode(true) as HTMLElement
    for (const quiet of copy.querySelectorAll('[aria-hidden="true"], [aria-live="off"]')) quiet.remove()
    return copy.textContent
  }
  // When the card comes, all of it is read.
  expect(screen.getByRole('alert')).toHaveTextContent('You can retry in 4.0 s.')
  const heard = [spoken()]
  const shown = new Set<string>()
  for (let passed = 0; passed < 5_000; passed += 200) {
    act(() => void vi.advanceTimersByTime(200))
    if (spoken() !== heard.at(-1)) heard.push(spoken())
    shown.add(screen.queryByRole('timer')?.textContent ?? '')
  }
  expect(heard).toHaveLength(2)
  expect(heard[1]).toContain('You can retry now.')
  expect(screen.queryByRole('timer')).toBeNull()
  // The visible countdown kept going.
  expect(shown.size).toBeGreaterThan(15)
})

test('what only the host can mend is said in the language of the page, and not in the words of the server', () => {
  const error: ChatErrorData = { kind: 'provider', code: 'assistant_unavailable', message: 'Not available.' }
  const { rerender } = render(<ErrorCard error={error} />)
  expect(screen.getByText('The assistant is not available at the moment')).toBeVisible()
  rerender(
    <StringsProvider strings={german} locale="de">
      <ErrorCard error={error} />
    </StringsProvider>,
  )
  expect(screen.getByText('Der Assistent ist zurzeit nicht erreichbar')).toBeVisible()
  expect(screen.queryByText(/Not available/, { ignore: 'pre' })).toBeNull()
})
