import type { TurnState } from '@antiphon/core'
import { useMemo, type ComponentProps } from 'react'
import { safely } from '../../lib/safely.js'
import { useWords } from '../../strings/strings.js'

export interface TurnShellProps extends ComponentProps<'article'> {
  turnKey: string
  author: 'system' | 'user' | 'assistant'
  state: TurnState
  /** Epoch ms, for the name. */
  time?: number
  /** May be skipped by the browser while it is out of sight. */
  settled?: boolean
  /** Which version this is, from 1, when there are several. */
  branch?: number
}

/** The article around one turn, named by its author and time. */
export function TurnShell({ turnKey, author, state, time, settled, branch, ...rest }: TurnShellProps) {
  const { strings, formats } = useWords()
  const { you, assistant, notice, named } = strings.transcript
  const name = author === 'user' ? you : author === 'assistant' ? assistant : notice
  // An answer that streams is drawn in every frame.
  const label = useMemo(
    () => safely(() => named(name, time === undefined ? undefined : formats.time(time))) ?? name,
    [named, name, time, formats],
  )
  return (
    <article
      data-slot="turn"
      data-role={author}
      data-state={state}
      data-turn-id={turnKey}
      data-branch={branch}
      data-settled={settled ? '' : undefined}
      aria-label={label}
      // The time of day depends on where it is read; server and browser may differ.
      suppressHydrationWarning
      {...rest}
    />
  )
}
