import { createChat, defineTool, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { Chat } from '../chat/chat.js'
import { Transcript } from './transcript.js'

/** Threads in which the place of something in the whole counts. */
const meta: StoryMeta = { title: 'Threads', parameters: { screen: true } }
export default meta

const screen = (messages: readonly unknown[]): Story => ({
  render: () => (
    <div className="gallery-screen">
      <Transcript className="gallery-fill" showSystem messages={messages} />
    </div>
  ),
})

/** One message may think more than once; each thought has its own row, where it was. */
export const ThoughtsBetweenCalls = screen([
  { role: 'user', content: 'Which pool do we restore first?' },
  {
    role: 'assistant',
    content: 'Both, then.',
    reasoning: 'Compare the load of both pools.Both are at their limit, so look at who waits.',
    segments: [
      { type: 'reasoning', start: 0, end: 31, ms: 2_100 },
      { type: 'tool_call', index: 0 },
      { type: 'reasoning', start: 31, end: 77, ms: 1_400 },
      { type: 'text', start: 0, end: 11 },
      { type: 'tool_call', index: 1 },
    ],
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'get_load', arguments: '{"pool":"all"}' } },
      { id: 'c2', type: 'function', function: { name: 'get_waits', arguments: '{"pool":"eu-west"}' } },
    ],
    finishReason: 'tool_calls',
  },
  { role: 'tool', tool_call_id: 'c1', content: '{"eu-west":0.98,"us-east":0.97}' },
  { role: 'tool', tool_call_id: 'c2', content: '{"p95":"1,840 ms"}' },
  {
    role: 'assistant',
    content: 'eu-west first: it carries most of the traffic.',
    reasoning: 'eu-west waits longer.',
    segments: [
      { type: 'reasoning', start: 0, end: 21, ms: 900 },
      { type: 'text', start: 0, end: 46 },
    ],
    finishReason: 'stop',
  },
])

const choices: Message[] = [
  { role: 'user', id: 'q', content: 'Name the incident.' },
  { role: 'assistant', id: 'a', content: 'The night of the eight connections', finishReason: 'stop' },
]

/** `n: 2`: both choices are versions of one answer. */
function TwoChoicesScreen() {
  const [index, setIndex] = useState(0)
  const names = ['The night of the eight connections', 'Pool party, cancelled']
  return (
    <div className="gallery-screen">
      <Transcript
        className="gallery-fill"
        messages={choices.map((message) =>
          message.id === 'a' ? { ...message, content: names[index] } : message,
        )}
        branchOf={(turn) => (turn.key === 'a' ? { index, total: 2, onIndexChange: setIndex } : undefined)}
      />
    </div>
  )
}
export const TwoChoices: Story = { render: () => <TwoChoicesScreen /> }

const rollBack = defineTool({
  name: 'rollback_deploy',
  description: 'Rolls a deploy back.',
  parameters: { type: 'object' },
  approval: 'always',
  execute: () => 'rolled back',
})
const earlier: Message[] = Array.from({ length: 12 }, (_, index) =>
  index % 2 === 0
    ? { role: 'user', id: `q${index}`, content: `Question ${index / 2 + 1}: how long did it last?` }
    : {
        role: 'assistant',
        id: `a${index}`,
        content:
          'From 22:04 to 00:31.\n\nThe first page went out at 22:19, and it was acknowledged at 22:23.',
        finishReason: 'stop',
      },
)
const asking: Message[] = [
  ...earlier,
  { role: 'user', id: 'last', content: 'Roll 9f31c2e back.' },
  {
    role: 'assistant',
    id: 'call',
    content: '',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'rollback_deploy', arguments: '{"sha":"9f31c2e"}' } },
    ],
    finishReason: 'tool_calls',
  },
]

/** A reader who is far above a question to a person: the pill points at it. */
function OffScreen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const viewport = place.current?.querySelector('[data-slot="viewport"]')
      viewport?.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }))
      viewport?.scrollTo(0, 0)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return <div ref={place}>{children}</div>
}

function ApprovalScreen() {
  const [chat] = useState(() =>
    createChat({
      endpoint: { baseUrl: 'http://gallery.invalid/v1' },
      model: 'gpt-4o',
      tools: [rollBack],
      messages: asking,
      threadId: 'gallery',
    }),
  )
  return (
    <OffScreen>
      <ChatProvider chat={chat}>
        <Chat className="gallery-screen" />
      </ChatProvider>
    </OffScreen>
  )
}
export const ApprovalOffScreen: Story = { render: () => <ApprovalScreen /> }

/** Turns that are out of sight are not laid out; finding in the page and jumping to the end still work. */
export const FiveThousandMessages: Story = {
  ...screen(
    Array.from({ length: 5_000 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      id: `m${index}`,
      content:
        index % 2 === 0 ? `Question ${index / 2 + 1}` : `Answer ${(index + 1) / 2}: **from 22:04 to 00:31**.`,
    })),
  ),
  parameters: { heavy: true },
}
