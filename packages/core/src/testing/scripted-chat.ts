import * as z from 'zod'
import { createChat } from '../chat/create-chat.js'
import type { ChatOptions } from '../chat/types.js'
import type { AssistantMessage, Message } from '../message/types.js'
import { defineTool } from '../tools/define-tool.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { countingIds, manualClock } from './clock.js'
import {
  callsAnswer,
  textAnswer,
  scriptedTransport,
  type ScriptedAnswer,
  sseText,
} from './scripted-transport.js'

/** Parts of tests of the chat: answers in a few words, tools that take no arguments, and a chat with both. */
export const says = (text: string): ScriptedAnswer => [textAnswer(text)]

/** An answer that calls these tools without arguments. */
export const callsTools = (...names: string[]): ScriptedAnswer => [
  callsAnswer(names.map((name) => ({ name }))),
]

/** An answer that says `first` and then waits until it is stopped. */
export const stalls =
  (first: string): ScriptedAnswer =>
  (_, signal) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        const chunk = { choices: [{ index: 0, delta: { content: first }, finish_reason: null }] }
        controller.enqueue(new TextEncoder().encode(sseText([chunk], { done: false })))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })

export const fails: ScriptedAnswer = () => {
  throw new TypeError('Failed to fetch')
}

/** The fields of every test tool besides its name and function. */
export const plainTool = { description: '', parameters: z.object({}) }

/** A tool whose calls end when told, the oldest first. */
export function heldTool(name = 'held') {
  const releases: ((value: unknown) => void)[] = []
  let runs = 0
  const waiting: { count: number; resolve: () => void }[] = []
  const execute = (): Promise<unknown> => {
    runs++
    for (const { count, resolve } of waiting) if (runs >= count) resolve()
    return new Promise((resolve) => releases.push(resolve))
  }
  /** Resolves when so many calls have begun. */
  const started = async (count = 1): Promise<void> => {
    if (runs < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }))
  }
  return {
    tool: defineTool({ ...plainTool, name, execute }),
    runs: () => runs,
    started,
    /** Ends the oldest call that runs, or the next one that begins. */
    async release(value: unknown): Promise<void> {
      if (releases.length === 0) await started(runs + 1)
      releases.shift()!(value)
    },
  }
}

const words = ({ role, content }: Message): string => `${role[0]}:${content as string}`

/** A chat with scripted answers. `u:`, `a:` and `t:` mark the texts of user, assistant and tools. */
export function scriptedChat(answers: readonly ScriptedAnswer[], options: Partial<ChatOptions> = {}) {
  const transport = scriptedTransport(answers)
  const chat = createChat({
    transport,
    scheduler: immediateScheduler,
    now: manualClock(1000),
    generateId: countingIds(),
    ...options,
  })
  return {
    chat,
    transport,
    thread: () => chat.store.getMessages().map(words),
    sent: (request: number) => transport.requests[request]?.messages.map(words),
    last: () => chat.store.getMessages().at(-1) as AssistantMessage,
    /** Resolves when the last message says this. */
    shows: (text: string) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (chat.store.getMessages().at(-1)?.content !== text) return
          unsubscribe.forEach((stop) => stop())
          resolve()
        }
        const unsubscribe = [chat.store.subscribe(look), chat.store.subscribeIds(look)]
        look()
      }),
  }
}
