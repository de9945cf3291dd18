'use client'
import type { CallState } from '@antiphon/core'
import type { JsonValue } from '@antiphon/core/partial-json'
import { useMemo } from 'react'
import { createArgumentsReader, type StreamedArguments } from './read-arguments.js'

export type { StreamedArguments }

/** A `PairedCall`, or the part of one that is needed here. */
export interface CallWithArguments {
  /** Tells one call from another. */
  key?: string
  call: { function: { arguments: string } }
  state: CallState
}

/**
 * The arguments of a call while they stream: fields fill in, rows appear, strings grow. Each piece is read once. Pass the
 * call that a tool's view gets, or `useToolCall(key)`; no provider is needed. Use it only to show arguments: a tool gets
 * the checked arguments of the finished call. Without a call the value is undefined, and every field is `absent`.
 */
export function useToolArguments<T = JsonValue>(call: CallWithArguments | undefined): StreamedArguments<T> {
  const key = call?.key
  // oxlint-disable-next-line react/exhaustive-deps -- another call is another text, even where it begins alike
  const read = useMemo(() => createArgumentsReader<T>(), [key])
  return read(call?.call.function.arguments, call?.state === 'writing')
}
