'use client'

import { useToolArguments } from '@antiphon/react'
import { ArgumentsView, type ToolArgsProps } from './arguments-view.js'

/**
 * The arguments of a call: fields, with a tree for what is deep; the text as it came on request. While they are written the
 * fields fill in, each with `data-status` `arriving` or `complete`. A text that is not JSON shows as text.
 */
export function ToolArgs(props: ToolArgsProps) {
  const { raw, state = 'done' } = props
  const writing = state === 'writing'
  const partial = useToolArguments(writing ? { call: { function: { arguments: raw } }, state } : undefined)
  return <ArgumentsView {...props} partial={writing ? partial : undefined} />
}
