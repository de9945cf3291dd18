import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { storyLive, storyStep } from '../../fixtures/story-turns.js'
import { AssistantMessageView } from '../assistant-message/assistant-message.js'
import { ErrorCard } from '../error-card/error-card.js'
import { TranscriptActionsContext } from '../context/actions-context.js'
import { RequestNoteView } from './request-note.js'
import '../../testing/late-parts.js'

describe('what it took to get an answer', () => {
  it('is silent for a request that simply worked', () => {
    const { container } = render(<RequestNoteView request={{ profile: 'ollama' }} />)
    expect(container).toBeEmptyDOMElement()
  })

  it('says what the model did not get to see, and nothing of files that went as their text', () => {
    const part = (rule: string) => ({ rule, where: 'messages[0].content[1]', before: 'x', after: '[x]' })
    const adjustments = [part('part_as_text'), part('file_as_text'), part('part_as_text')]
    const { container, rerender } = render(<RequestNoteView request={{ adjustments }} />)
    expect(container).toHaveTextContent(
      '2 attachments were sent by name only. This server does not take such files.',
    )
    rerender(<RequestNoteView request={{ adjustments: [part('file_as_text')] }} />)
    expect(container).toBeEmptyDOMElement()
  })

  it("names what was changed for the server, and keeps the server's own words behind the row", async () => {
    const said = "Unrecognized request argument supplied: 'stream_options'"
    const healed = [{ field: 'stream_options', change: 'sent without it', said }]
    render(<AssistantMessageView step={storyStep({ content: 'Hello', request: { healed, retries: 1 } })} />)
    const row = screen.getByRole('button', { name: /Adapted to the server: stream_options, sent without it/ })
    expect(row).toHaveTextContent('Tried twice.')
    expect(row).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(row)
    expect(row).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByText(`The server said: ${said}`)).toBeVisible()
  })
})

describe('items without a view', () => {
  const events = [{ type: 'data-new', data: 1 }, { type: 'data-new', data: 2 }, { type: 'reset-step' }]

  it('are one quiet row that names their types, in place of an empty answer', () => {
    const metadata = { 'wire.unknown_events': events.slice(0, 1) }
    const { container } = render(
      <AssistantMessageView step={storyStep({ content: '', finishReason: 'stop', metadata })} />,
    )
    expect(screen.getByText('1 item of type data-new is not shown.')).toBeVisible()
    expect(container).not.toHaveTextContent('Empty answer')
  })

  it('count what was only counted; what says nothing is none', () => {
    const many = [...events, { type: 'CUSTOM', name: 'plan', value: [1] }, { omitted: 4 }]
    const { rerender } = render(
      <AssistantMessageView step={storyStep({ content: 'Hi', metadata: { 'wire.unknown_events': many } })} />,
    )
    expect(screen.getByText('7 items of types data-new, plan are not shown.')).toBeVisible()
    rerender(
      <AssistantMessageView
        step={storyStep({ content: 'Hi', metadata: { 'wire.unknown_events': [{ type: 'reset-step' }] } })}
      />,
    )
    expect(screen.queryByText(/not shown/)).toBeNull()
  })
})

describe('lines that could not be read', () => {
  it('are told under the answer, and lead to the wire where somebody shows it', async () => {
    const step = storyStep({ content: 'Hello', finishReason: 'stop', request: { unreadLines: 2 } })
    const onOpenInWire = vi.fn()
    const { rerender } = render(
      <TranscriptActionsContext.Provider value={{ onOpenInWire }}>
        <AssistantMessageView step={step} />
      </TranscriptActionsContext.Provider>,
    )
    expect(screen.getByText(/^2 lines of the stream could not be read/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Open in wire' }))
    expect(onOpenInWire).toHaveBeenCalledTimes(1)
    rerender(<AssistantMessageView step={step} />)
    expect(screen.queryByRole('button', { name: 'Open in wire' })).toBeNull()
  })

  it('are not told while the answer arrives, and none are nothing', () => {
    const { container } = render(
      <AssistantMessageView
        step={storyStep({ content: 'Hello', request: { unreadLines: 1 } })}
        live={storyLive(10, { phase: 'streaming' })}
      />,
    )
    expect(container).not.toHaveTextContent('could not be read')
    render(<AssistantMessageView step={storyStep({ content: 'Hello', request: { profile: 'generic' } })} />)
    expect(screen.queryByText(/could not be read/)).toBeNull()
    const error = { kind: 'malformed_stream' as const, message: 'x' }
    render(
      <AssistantMessageView
        step={storyStep({
          content: 'A',
          finishReason: 'error',
          isError: true,
          error,
          request: { unreadLines: 1 },
        })}
      />,
    )
    expect(screen.queryByText(/line of the stream could not be read/)).toBeNull()
  })
})

it('between two attempts the row says what failed and when it goes on', async () => {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now)
  const retry = {
    attempt: 2,
    at: now + 4_000,
    error: { kind: 'overloaded' as const, message: 'busy', status: 503 },
  }
  render(<AssistantMessageView step={storyStep({})} live={storyLive(10, { phase: 'waiting', retry })} />)
  expect(await screen.findByText('The provider is busy. Trying again in 4 s')).toBeInTheDocument()
  vi.restoreAllMocks()
})

it.each([
  ['connect_timeout', 'The server did not begin to answer in time'],
  ['first_token_timeout', 'The answer did not begin in time'],
  ['idle_timeout', 'The stream fell silent'],
  ['total_timeout', 'The answer took longer than allowed'],
  ['something_else', 'The server did not answer in time'],
])('a deadline of its own has words of its own: %s', (code, title) => {
  render(<ErrorCard error={{ kind: 'timeout', code, message: 'Nothing came for 30 s.' }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(title)
})
