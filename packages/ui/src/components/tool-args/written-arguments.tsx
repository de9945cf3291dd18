import {
  useToolArguments,
  type CallWithArguments,
  type StreamedArguments,
} from '@antiphon/react/tool-arguments'
import { useState, type ReactNode } from 'react'
import { hasLossyNumber } from '../../lib/json.js'

/** Arguments at one moment while they are being written. */
export interface WrittenArguments {
  json: StreamedArguments
  /** Every number in them so far shows as it was written. */
  exact: boolean
}

export interface ArgumentsReaderProps {
  call: CallWithArguments
  children(read: WrittenArguments): ReactNode
}

/** Gives what can be told of arguments that are being written. Loaded on demand, see `lazyArguments`. */
export function ArgumentsReader({ call, children }: ArgumentsReaderProps) {
  const json = useToolArguments(call)
  const [isExact] = useState(createNumberCheck)
  return children({ json, exact: isExact(json.text) })
}

/** Looks at each piece of a text that grows once. */
function createNumberCheck(): (text: string) => boolean {
  let before = ''
  let exact = true
  return (text) => {
    const grows =
      text.length >= before.length && text.startsWith(before.slice(-64), Math.max(0, before.length - 64))
    if (!grows) exact = true
    // From the end of what was there, since a number may arrive in two pieces.
    exact &&= !hasLossyNumber(text, grows ? before.length : 0)
    before = text
    return exact
  }
}
