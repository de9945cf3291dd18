import { createChat, type ChatController } from '@antiphon/core'
import { createRecorder } from '../recorder.js'
import type { WireExchange } from '../types.js'
import { useEffect, useRef, useState } from 'react'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import {
  attempts,
  cutExchange,
  faultyExchange,
  faultyThread,
  longExchange,
  refusedExchange,
  streamedExchange,
} from './fixtures/story-exchanges.js'
import { WireInspector } from './wire-inspector.js'

const meta: StoryMeta = { title: 'Wire', parameters: { screen: true } }
export default meta

const nothing = (): void => {}

interface PanelProps {
  exchanges: readonly WireExchange[]
  /** The first actions of a person, once the panel is there. */
  begin?: (panel: HTMLElement) => void | Promise<void>
  /** Begins the chat that the exchanges are of. */
  startChat?: () => ChatController
}

function Panel({ exchanges, begin, startChat }: PanelProps) {
  const [chat] = useState(() => startChat?.())
  const [recorder] = useState(() => {
    const made = createRecorder()
    made.add(exchanges)
    return made
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current) void begin?.(box.current)
  }, [begin])
  return (
    <div ref={box} style={{ blockSize: '100dvh' }}>
      <WireInspector recorder={recorder} chat={chat} onClose={nothing} />
    </div>
  )
}

const story = (
  exchanges: () => WireExchange[],
  begin?: PanelProps['begin'],
  startChat?: PanelProps['startChat'],
): Story => ({
  render: () => <Panel exchanges={exchanges()} begin={begin} startChat={startChat} />,
})

/** The chat whose thread the faulty request was made of. */
const faultyChat = (): ChatController =>
  createChat({
    messages: [...faultyThread, { role: 'assistant', id: 'a1', content: 'The pool, most likely.' }],
    endpoint: { baseUrl: 'http://localhost:11434/v1' },
  })

const press =
  (name: string) =>
  (panel: HTMLElement): void =>
    [...panel.querySelectorAll<HTMLElement>('[role=tab], button')]
      .find((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').startsWith(name))
      ?.click()

/** Keys pressed on the rows, one after the other. */
const onRows =
  (...keys: string[]) =>
  async (panel: HTMLElement): Promise<void> => {
    for (const key of keys) {
      panel.querySelector('[role=tree]')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await new Promise(requestAnimationFrame)
    }
  }

/** Story 76: rows as they came, one of them chosen. */
export const WireStream = story(
  () => [streamedExchange()],
  onRows('Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown'),
)
/** Story 77: what is wrong with the messages, and what left otherwise than it is stored. */
export const WireLint = story(() => [faultyExchange()], press('Request'), faultyChat)
export const Empty = story(() => [])
export const ErrorExchange = story(() => [refusedExchange()])
export const Retry = story(attempts)
export const Response = story(() => [streamedExchange()], press('Response'))
/** Stopped in the middle: the answer below is as it was then. */
export const Replaying = story(
  () => [streamedExchange({ messageId: 'a9' })],
  (panel) => {
    for (let i = 0; i < 22; i++) press('Previous row')(panel)
  },
)
/** The connection broke in the middle of a line. */
export const CutOff = story(() => [cutExchange(2_417)])
/** Ten thousand rows. */
export const LongStream = story(() => [longExchange(10_000)])
