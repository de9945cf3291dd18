'use client'
import type { CallState } from '@antiphon/core'
import {
  createPartialJsonReader,
  type FieldPath,
  type JsonValue,
  type PartialJson,
} from '@antiphon/core/partial-json'
import { useMemo } from 'react'

/** The arguments of a call at one moment. Its `value` shares everything that did not grow since the one before. */
export interface StreamedArguments<T = JsonValue> extends PartialJson<T> {
  /** The text they are read from. */
  text: string
  /** The field will not change any more. */
  isFieldComplete(path: FieldPath): boolean
}

/** What the arguments are read from: a `PairedCall`, or as much of one. */
export interface CallWithArguments {
  /** Tells one call from another. */
  key?: string
  call: { function: { arguments: string } }
  state: CallState
}

/**
 * The arguments of a call while they stream: fields fill in, rows appear, strings grow. Each piece is read once. Give it the call
 * that a tool's own view gets, or `useToolCall(key)`; it needs no chat above. Made to be shown: a tool gets its arguments
 * checked, from the finished call. Without a call there is no value, and every field is `absent`.
 */
export function useToolArguments<T = JsonValue>(call: CallWithArguments | undefined): StreamedArguments<T> {
  const key = call?.key
  // oxlint-disable-next-line react/exhaustive-deps -- another call is another text, even where it begins alike
  const read = useMemo(() => createArgumentsReader<T>(), [key])
  return read(call?.call.function.arguments, call?.state === 'writing')
}

/**
 * Follows a text. What it holds depends on the texts it was given alone: a render that React throws away leaves nothing wrong
 * behind.
 */
function createArgumentsReader<T>(): (text: string | undefined, isWriting: boolean) => StreamedArguments<T> {
  let reader = createPartialJsonReader<T>()
  let last: StreamedArguments<T> | undefined
  let lastText: string | undefined
  let hasEnded = false

  return (text, isWriting) => {
    if (last && text === lastText && hasEnded === !isWriting) return last
    const before = lastText ?? ''
    // A text that was repaired, or replaced by a server that sends it whole each time, is another one.
    if (hasEnded || text === undefined || !growsFrom(text, before, !isWriting)) {
      reader = createPartialJsonReader<T>()
      reader.push(text ?? '')
    } else reader.push(text.slice(before.length))
    if (!isWriting) {
      // As for the tool: no text means no arguments.
      if (text?.trim() === '') reader.push('{}')
      reader.end()
    }
    lastText = text
    hasEnded = !isWriting
    return (last = text === undefined ? missing() : present(reader.snapshot(), text))
  }
}

/**
 * While a text grows, its last part tells: to compare all of it each time would not be linear. At the end all of it is
 * compared, once.
 */
function growsFrom(text: string, before: string, isWhole: boolean): boolean {
  const from = isWhole ? 0 : Math.max(0, before.length - 64)
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
