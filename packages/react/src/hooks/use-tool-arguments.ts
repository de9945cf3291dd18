'use client'
import type { ChatController } from '@antiphon/core'
import {
  createPartialJsonReader,
  type FieldPath,
  type JsonValue,
  type PartialJson,
} from '@antiphon/core/partial-json'
import { useMemo, useSyncExternalStore } from 'react'
import { useChatInstance } from '../chat/chat-context.js'

/** The arguments of a call at one moment. Its `value` shares everything that did not grow since the one before. */
export interface StreamedArguments<T = JsonValue> extends PartialJson<T> {
  /** The text they are read from. */
  text: string
  /** The field will not change any more. */
  isFieldComplete(path: FieldPath): boolean
}

/**
 * The arguments of a call while they stream, by the key of the call (`messageId/position`): fields fill in, rows appear,
 * strings grow. Each piece is read once. Made to be shown; a tool gets its arguments checked, from the finished call.
 * Re-renders when they grow, not when other calls do. No such call: no value, and every field `absent`.
 */
export function useToolArguments<T = JsonValue>(callKey: string): StreamedArguments<T> {
  const chat = useChatInstance()
  const reader = useMemo(() => createArgumentsReader<T>(chat, callKey), [chat, callKey])
  return useSyncExternalStore(reader.subscribe, reader.read, reader.read)
}

function createArgumentsReader<T>(chat: ChatController, callKey: string) {
  const slash = callKey.lastIndexOf('/')
  const messageId = callKey.slice(0, slash)
  const position = Number(callKey.slice(slash + 1))
  let reader = createPartialJsonReader<T>()
  let last: StreamedArguments<T> | undefined
  let lastText: string | undefined
  let lastEnded = false

  return {
    subscribe(listener: () => void) {
      const removers = [
        chat.store.subscribeMessage(messageId, listener),
        chat.subscribeLiveStep(messageId, listener),
      ]
      return () => removers.forEach((remove) => remove())
    },
    read(): StreamedArguments<T> {
      const message = chat.store.getMessage(messageId)
      const call = message?.role === 'assistant' ? message.tool_calls?.[position] : undefined
      const phase = chat.getLiveStep(messageId)?.phase
      const ended = phase !== 'waiting' && phase !== 'streaming'
      const text = call?.function.arguments
      if (last && text === lastText && ended === lastEnded) return last

      const read = lastText ?? ''
      // A text that was repaired, or replaced by a server that sends it whole each time, is another one.
      if (lastEnded || text === undefined || !goesOn(text, read, ended)) {
        reader = createPartialJsonReader<T>()
        reader.push(text ?? '')
      } else reader.push(text.slice(read.length))
      if (ended) {
        // As for the tool: no text means no arguments.
        if (text?.trim() === '') reader.push('{}')
        reader.end()
      }
      lastText = text
      lastEnded = ended
      return (last = text === undefined ? missing() : present(reader.snapshot(), text))
    },
  }
}

/**
 * While a text grows, its last part tells: to compare all of it each time would not be linear. At the end all of it is
 * compared, once.
 */
function goesOn(text: string, before: string, ended: boolean): boolean {
  const from = ended ? 0 : Math.max(0, before.length - 64)
  return text.slice(from, before.length) === before.slice(from)
}

function present<T>(moment: PartialJson<T>, text: string): StreamedArguments<T> {
  return { ...moment, text, isFieldComplete: (path) => moment.status(path) === 'complete' }
}

function missing<T>(): StreamedArguments<T> {
  return {
    value: undefined,
    complete: false,
    error: undefined,
    text: '',
    status: () => 'absent',
    isFieldComplete: () => false,
  }
}
