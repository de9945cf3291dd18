import type { Message } from '@antiphon/core'
import { IconButton } from '@antiphon/ui'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react'
import { Select } from 'app-parts'
import { entriesOf, jumpKinds, kinds, type Entry, type JumpKind, type Kind } from './entries.js'
import { jumpTo, turnAtTop } from './jump-to.js'
import { turnsOf } from './turns-of.js'
import { words } from './words.js'

/** A step that the keys or the search ask of the bar. */
export interface JumpRequest {
  step: 1 | -1
}

export interface JumpBarProps {
  /** Those that are drawn. */
  messages: readonly Message[]
  transcript: RefObject<HTMLElement | null>
  kind: Kind
  onKind: (kind: Kind) => void
  /** A new object is one more jump. */
  request: JumpRequest | undefined
}

const isJumpKind = (kind: Kind): kind is JumpKind => (jumpKinds as Kind[]).includes(kind)

/** Controls that filter the transcript by kind and step from one entry of a kind to the next. */
export function JumpBar({ messages: drawn, transcript, kind, onKind, request }: JumpBarProps) {
  // Searching a long session takes longer than showing it.
  const messages = useDeferredValue(drawn)
  const [chosen, setChosen] = useState<JumpKind>('prompts')
  const [at, setAt] = useState<number>()
  const all = useMemo(() => entriesOf(messages), [messages])
  // When only one kind is shown, step through the entries of that kind.
  const jumps = isJumpKind(kind) ? kind : chosen
  const entries = useMemo(() => all.filter((entry) => entry.kind === jumps), [all, jumps])

  const step = (by: 1 | -1): void => {
    const element = transcript.current
    if (!element || entries.length === 0) return
    const top = turnAtTop(element)
    // The element at the edge may be a piece of a turn; then its key is that of one of the turn's steps.
    const turn = turnsOf(messages).findIndex(
      (one) => one.key === top || (one.role === 'assistant' && one.steps.some(({ key }) => key === top)),
    )
    const next = nextPlace(entries, at, by, turn)
    if (next !== undefined && jumpTo(element, entries[next]!)) setAt(next)
  }
  const handled = useRef(request)
  const onRequest = useEffectEvent(step)
  useEffect(() => {
    if (!request || handled.current === request) return
    handled.current = request
    onRequest(request.step)
  }, [request])

  return (
    <div className="ms-auto flex items-center gap-1.5 max-[599px]:contents">
      <Select
        aria-label={words.show}
        placeholder={words.kinds.all}
        options={Object.fromEntries(kinds.slice(1).map((one) => [one, words.kinds[one]]))}
        value={kind === 'all' ? '' : kind}
        onChange={(value) => {
          setAt(undefined)
          onKind((value || 'all') as Kind)
        }}
        className="w-32 flex-none max-[599px]:ms-auto"
      />
      <div className="flex items-center gap-1.5 max-[599px]:w-full">
        <Select
          aria-label={words.jumpTo}
          placeholder={words.jumpTo}
          options={Object.fromEntries(jumpKinds.map((one) => [one, capitalised(words.jumps[one])]))}
          value={jumps}
          disabled={isJumpKind(kind)}
          onChange={(value) => {
            setAt(undefined)
            setChosen((value || 'prompts') as JumpKind)
          }}
          className="min-[600px]:w-28 min-[600px]:flex-none"
        />
        <span role="status" className="min-w-14 text-center text-data text-text-2">
          {at === undefined ? words.countOf(entries.length) : words.placeOf(at + 1, entries.length)}
        </span>
        <IconButton
          icon="previous"
          label={words.previous(words.jumps[jumps])}
          aria-disabled={entries.length === 0 || undefined}
          onClick={() => step(-1)}
        />
        <IconButton
          icon="next"
          label={words.next(words.jumps[jumps])}
          aria-disabled={entries.length === 0 || undefined}
          onClick={() => step(1)}
        />
      </div>
    </div>
  )
}

/** From the place of the last jump; before the first one from where the reader is. Undefined beyond both ends. */
function nextPlace(
  entries: readonly Entry[],
  at: number | undefined,
  by: 1 | -1,
  turn: number,
): number | undefined {
  if (at === undefined) {
    const after = entries.findIndex((entry) => entry.turn > turn)
    const before = entries.findLastIndex((entry) => entry.turn < turn)
    const next = by > 0 ? after : before
    // A session opens at its end, behind the last place.
    return next >= 0 ? next : by > 0 ? entries.length - 1 : 0
  }
  const next = at + by
  return next >= 0 && next < entries.length ? next : undefined
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
