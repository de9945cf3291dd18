'use client'

import {
  describeEnding,
  messageParts,
  pairStep,
  type ChatController,
  type ChatErrorData,
  type Ending,
  type LiveCall,
  type LiveStep,
  type MessagePart,
  type PairedCall,
  type Step,
  type StepOutline,
  type TurnOutline,
} from '@antiphon/core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'
import { createArgumentsReader, type StreamedArguments } from './read-arguments.js'

/**
 * A piece of an answer, in the order in which it came. `key` is unique in the thread and stays while the part grows; a part that did not
 * change is the same object.
 *
 * - `text`, `reasoning`, `refusal`, …, with `text`: what the model wrote. `isGrowing` while it writes there.
 * - `image`, `audio`: as in the message.
 * - `call`: a call beside its result (`call.result`) and with its state (`call.state`). `args.value` are its arguments, also while the model
 *   writes them. `live` is what is known while it runs: progress, words, output, steps.
 * - `waiting`: asked, and nothing has come yet. `retry` says when a failed attempt is tried again.
 * - `error`: the answer failed. `ending`: it ended otherwise than it should, such as `length-text` or `cancelled`.
 */
export type AnswerPart =
  | (Exclude<MessagePart, { type: 'tool_calls' | 'image' | 'audio' }> & { isGrowing: boolean })
  | Extract<MessagePart, { type: 'image' | 'audio' }>
  | {
      type: 'call'
      key: string
      call: PairedCall
      args: StreamedArguments<Record<string, unknown>>
      live?: LiveCall
    }
  | { type: 'waiting'; key: string; retry?: LiveStep['retry'] }
  | { type: 'error'; key: string; error: ChatErrorData }
  | { type: 'ending'; key: string; ending: Ending }

/** One answer as `useAnswer` gives it. */
export interface Answer {
  parts: readonly AnswerPart[]
  /** Ids of its messages, for `useVersions` and `regenerate`. */
  ids: readonly string[]
  /** True while it arrives, its calls run or wait. */
  isRunning: boolean
}

/**
 * An answer as one list of parts, with its calls, results and ending. `turn` is one of `useTurns()`; only answers have parts.
 * Re-renders only when a message of this answer or its live state changes.
 */
export function useAnswer(turn: TurnOutline): Answer {
  const chat = useChatInstance()
  const reader = useMemo(() => createAnswerReader(chat), [chat])
  const steps = turn.role === 'assistant' ? turn.steps : []
  const read = (): Answer => reader(steps)
  const answers = steps.flatMap(({ assistant = [] }) => assistant).join('\n')
  const messages = steps.flatMap(({ results }) => results).join('\n')
  const subscribe = useCallback(
    (listener: () => void) => {
      const follow = (ids: string, on: (id: string, listener: () => void) => () => void) =>
        ids
          .split('\n')
          .filter(Boolean)
          .map((id) => on(id, listener))
      const { subscribeMessage } = chat.store
      const removers = [
        ...follow(answers, subscribeMessage),
        ...follow(messages, subscribeMessage),
        ...follow(answers, chat.subscribeLiveStep),
      ]
      return () => removers.forEach((remove) => remove())
    },
    [chat, answers, messages],
  )
  return useSyncExternalStore(subscribe, read, read)
}

/** A step as it was read last. */
interface HeldStep {
  inputs: readonly unknown[]
  parts: readonly AnswerPart[]
  /** By key of the call. */
  readers: Map<string, ReturnType<typeof createArgumentsReader<Record<string, unknown>>>>
}

/** Reads the current answer. Unchanged parts stay the same objects. Steps that are gone are not held. */
function createAnswerReader(chat: ChatController): (steps: readonly StepOutline[]) => Answer {
  let held = new Map<string, HeldStep>()
  let answer: Answer = { parts: [], ids: [], isRunning: false }

  const readStep = (outline: StepOutline, isLast: boolean): HeldStep => {
    const { key, assistant: id } = outline
    const before = held.get(key)
    const message = id === undefined ? undefined : chat.store.getMessage(id)
    const live = id === undefined ? undefined : chat.getLiveStep(id)
    const results = outline.results.map((result) => chat.store.getMessage(result))
    const inputs = [message, live, isLast, ...results]
    if (before && isSameList(inputs, before.inputs)) return before
    const step: Step = {
      key,
      assistant: message?.role === 'assistant' ? message : undefined,
      results: results.filter((result) => result?.role === 'tool'),
    }
    const readers: HeldStep['readers'] = before?.readers ?? new Map()
    const argumentsOf = ({ key, call, state }: PairedCall): StreamedArguments<Record<string, unknown>> => {
      const read = readers.get(key) ?? createArgumentsReader()
      readers.set(key, read)
      return read(call.function.arguments, state === 'writing')
    }
    const known = new Map(before?.parts.map((part) => [part.key, part]))
    const parts = partsOf(step, live, isLast, argumentsOf).map((part) => reuse(part, known.get(part.key)))
    return { inputs, parts, readers }
  }

  return (steps) => {
    held = new Map(steps.map((step, at) => [step.key, readStep(step, at === steps.length - 1)]))
    const parts = [...held.values()].flatMap((step) => step.parts)
    const ids = steps.flatMap(({ assistant = [] }) => assistant)
    const isRunning = ids.some((id) => chat.getLiveStep(id) !== undefined)
    const isSame =
      isRunning === answer.isRunning && isSameList(ids, answer.ids) && isSameList(parts, answer.parts)
    return isSame ? answer : (answer = { parts, ids, isRunning })
  }
}

function partsOf(
  step: Step,
  live: LiveStep | undefined,
  isLast: boolean,
  argumentsOf: (call: PairedCall) => StreamedArguments<Record<string, unknown>>,
): AnswerPart[] {
  const { assistant } = step
  if (!assistant) return []
  const { calls } = pairStep(step, live)
  const said = messageParts(assistant)
  const parts = said.flatMap((part, at): AnswerPart[] => {
    if (part.type === 'tool_calls')
      return part.callIndexes.map((index) => {
        const call = calls[index]!
        return { type: 'call', key: call.key, call, args: argumentsOf(call), live: live?.calls[index] }
      })
    const key = `${step.key}/${part.key}`
    if (part.type === 'image' || part.type === 'audio') return [{ ...part, key }]
    return [{ ...part, key, isGrowing: live?.phase === 'streaming' && at === said.length - 1 }]
  })
  if (live?.phase === 'waiting')
    parts.push({ type: 'waiting', key: `${step.key}/waiting`, retry: live.retry })
  const ending = describeEnding(step, live, isLast)
  if (live || ending.kind === 'none' || ending.kind === 'stop' || ending.kind === 'refusal') return parts
  const { error } = assistant
  parts.push(
    error
      ? { type: 'error', key: `${step.key}/error`, error }
      : { type: 'ending', key: `${step.key}/ending`, ending },
  )
  return parts
}

/** Returns `before` if it equals `next`, because calls and endings are new objects on each read. */
function reuse(next: AnswerPart, before: AnswerPart | undefined): AnswerPart {
  return before && isSame(next, before, 1) ? before : next
}

function isSame(one: unknown, other: unknown, depth: number): boolean {
  if (Object.is(one, other)) return true
  if (depth < 0 || typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const keys = Object.keys({ ...one, ...other })
  return keys.every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key), depth - 1))
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}
