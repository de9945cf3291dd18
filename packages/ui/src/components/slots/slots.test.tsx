import type { Message } from '@antiphon/core'
import type { FollowScroll } from '@antiphon/react'
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef, lazy, useState, type ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { Reasoning, type ReasoningProps } from '../reasoning/reasoning.js'
import { TranscriptFrame } from '../transcript/transcript-frame.js'
import { Transcript } from '../transcript/transcript.js'
import type { UserMessageViewProps } from '../user-message/user-message.js'
import type { TranscriptSlots } from '../transcript/slot-components.js'
import '../../testing/late-parts.js'

const messages: Message[] = [
  { role: 'user', id: 'q', content: 'Why?' },
  {
    role: 'assistant',
    id: 'a',
    content: '# Because\n\nIt rains.',
    reasoning: 'Hm',
    finishReason: 'length',
    metadata: { lang: 'en-GB' },
  },
]

test("a host's component stands in every place of the kit's own, and may draw that one", () => {
  const Quiet = (props: ReasoningProps) => <Reasoning {...props} text="" />
  const Mine = ({ message }: UserMessageViewProps) => <b>I asked: {message.content as string}</b>
  render(
    <Transcript
      messages={messages}
      slots={{ Reasoning: Quiet, UserMessage: Mine, UsageMeter: () => null }}
    />,
  )
  expect(screen.getByText('I asked: Why?')).toBeInTheDocument()
  expect(screen.getByText('Thought')).toBeInTheDocument()
  expect(screen.queryByText('Hm')).toBeNull()
})

test('a table that is written in place draws no row again when the host does', async () => {
  const drawn = vi.fn()
  const Mine = ({ message }: UserMessageViewProps) => {
    drawn()
    return <b>{message.content as string}</b>
  }
  function Host() {
    const [count, setCount] = useState(0)
    return (
      <>
        <button onClick={() => setCount(count + 1)}>Again {count}</button>
        <Transcript messages={messages} slots={{ UserMessage: Mine }} />
      </>
    )
  }
  render(<Host />)
  const before = drawn.mock.calls.length
  await userEvent.click(screen.getByRole('button', { name: 'Again 0' }))
  expect(screen.getByRole('button', { name: 'Again 1' })).toBeInTheDocument()
  expect(drawn.mock.calls.length).toBe(before)
})

test("the transcript around the turns is the host's to change: viewport, column, turns, spacer, the pill, the section itself", async () => {
  const slots: TranscriptSlots = {
    viewport: { className: 'my-viewport', 'data-mine': 'yes' },
    column: { render: (props) => <main {...props} /> },
    turns: { style: { gap: 3 } },
    spacer: { className: 'my-spacer' },
    // Inside another component: not a part of the transcript.
    ...({ title: { className: 'never' } } as object),
  }
  const drawn = vi.fn()
  const Mine = () => {
    drawn()
    return <b>mine</b>
  }
  const shown = (more: TranscriptSlots) => (
    <Transcript
      messages={messages}
      slots={{ ...slots, ...more, UserMessage: Mine }}
      render={(props) => <article {...props} />}
    />
  )
  const { container, rerender } = render(shown({}))
  const part = (slot: string): HTMLElement => container.querySelector<HTMLElement>(`[data-slot="${slot}"]`)!
  expect(part('transcript').tagName).toBe('ARTICLE')
  expect(part('viewport')).toHaveClass('my-viewport')
  expect(part('viewport')).toHaveAttribute('data-mine', 'yes')
  expect(part('viewport')).toHaveAttribute('tabindex', '0')
  expect(part('column').tagName).toBe('MAIN')
  expect(part('turns').style.gap).toBe('3px')
  expect(part('spacer')).toHaveClass('my-spacer')
  expect(container.querySelector('.never')).toBeNull()
  // New slot props for a part, written inline, draw no turn again.
  const before = drawn.mock.calls.length
  rerender(shown({ viewport: { className: 'other' } }))
  expect(part('viewport')).toHaveClass('other')
  expect(drawn.mock.calls.length).toBe(before)
})

test("the pill that leads to the end, and its place, are the host's to change", () => {
  const refs = {
    viewportRef: createRef(),
    contentRef: createRef(),
    endRef: createRef(),
    spacerRef: createRef(),
  }
  const jumpToLatest = vi.fn()
  const follow = {
    ...refs,
    mode: 'free',
    isAtEnd: false,
    jumpToLatest,
    reveal: () => {},
    keepPlace: (change: () => void) => change(),
  }
  render(
    <TranscriptFrame
      follow={follow as FollowScroll}
      jumpReason="answer"
      slots={{ 'jump-place': { className: 'my-place' }, jump: { className: 'my-jump', 'data-mine': 'yes' } }}
    >
      <p>A turn</p>
    </TranscriptFrame>,
  )
  const pill = screen.getByRole('button', { name: 'New answer' })
  expect(pill).toHaveClass('my-jump')
  expect(pill).toHaveAttribute('data-mine', 'yes')
  expect(pill.parentElement).toHaveClass('my-place')
  pill.click()
  expect(jumpToLatest).toHaveBeenCalledTimes(1)
})

test("a host's component that throws takes its own message with it and no other (R24)", () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = (): never => {
    throw new Error('broken slot')
  }
  render(<Transcript messages={messages} slots={{ UserMessage: Broken }} />)
  expect(screen.getByText('This message could not be shown')).toBeInTheDocument()
  expect(screen.getByText('It rains.')).toBeInTheDocument()
  errors.mockRestore()
})

test('headings of answers begin where the page wants them, and messages say their language', () => {
  const langOf = (message: Message) => (message.role === 'user' ? 'de' : undefined)
  render(<Transcript messages={messages} headingOffset={4} langOf={langOf} />)
  expect(screen.getByRole('heading', { name: 'Because', level: 5 })).toBeInTheDocument()
  const [question, answer] = screen.getAllByRole('article')
  expect(within(question!).getByText('Why?').closest('[lang]')).toHaveAttribute('lang', 'de')
  expect(within(answer!).getByText('It rains.').closest('[lang]')).toHaveAttribute('lang', 'en-GB')
})

test('a part that is lazy takes nothing away: the own part of the kit stands there until it has come', async () => {
  const arrivals: (() => void)[] = []
  const late = (name: string) =>
    lazy(
      () =>
        new Promise<{ default: ComponentType }>((resolve) =>
          arrivals.push(() => resolve({ default: () => <b>{name}</b> })),
        ),
    )
  const content =
    'Text with [a link](https://a.example/) and ![a picture](https://a.example/p.png)\n\n```\ncode\n```\n\n| a |\n|---|\n| cell |'
  const all: Message[] = [messages[0]!, { role: 'assistant', id: 'b', content, finishReason: 'stop' }]
  const view = render(
    <Transcript
      messages={all}
      slots={{ UserMessage: late('my question'), UsageMeter: late('my meter') }}
      markdown={{
        components: {
          Link: late('my link'),
          Image: late('my image'),
          CodeBlock: late('my code'),
          Table: late('my table'),
        },
      }}
    />,
  )
  for (const own of ['Why?', 'a link', 'cell']) expect(screen.getByText(own)).toBeVisible()
  expect(view.container).toHaveTextContent('code')
  // One that is lazy inside of another is asked for when that has come.
  for (let come = arrivals.splice(0); come.length > 0; come = arrivals.splice(0))
    await act(async () => come.forEach((one) => one()))
  for (const mine of ['my question', 'my link', 'my image', 'my code', 'my table'])
    expect(await screen.findByText(mine)).toBeVisible()
  expect(screen.queryByText('cell')).toBeNull()
})
