'use client'

import { useState } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { ArgumentsView, type ToolArgsProps } from './arguments-view.js'

export type { ToolArgsProps } from './arguments-view.js'

/**
 * The arguments of a call: fields, with a tree for what is deep; the text as it came on request. While they are written the
 * fields fill in, each with `data-status` `arriving` or `complete`. A text that is not JSON shows as text.
 */
export function ToolArgs(props: ToolArgsProps) {
  const { raw, state = 'done' } = props
  const writing = state === 'writing'
  const loaded = useLazyModule(lazyLive, writing)
  const [held, hold] = useState<typeof loaded>()
  // It stays when the call is complete, so that nothing moves.
  if (writing && loaded && !held) hold(loaded)
  if (!held) return <ArgumentsView {...props} />
  return (
    <held.ArgumentsReader call={{ call: { function: { arguments: raw } }, state }}>
      {(partial) => <ArgumentsView {...props} partial={writing ? partial : undefined} />}
    </held.ArgumentsReader>
  )
}
