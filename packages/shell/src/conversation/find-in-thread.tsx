'use client'

import { standsAlone, useLayout, useEntryWords } from '@antiphon/ui/parts'
import { isComposing } from '@antiphon/ui/functions'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton, useWords } from '@antiphon/ui'
import { ShellIcon } from '../shell-icon.js'
import { englishConversation } from '../strings/english-conversation.js'
import {
  findMatches,
  openMatch,
  paintMatches,
  showMatch,
  unpaintMatches,
  type Match,
} from './find-matches.js'

/** Where to search, and how the bar closes. */
export interface FindInThreadProps {
  /** Gives the element to search, around the transcript. Called when it is needed. */
  getRoot: () => Element | null | undefined
  onClose: () => void
  /** The search text when the bar opens, such as text typed while it was loading. Default ''. */
  initialText?: string
}

/** Ms without a change of what is shown before it is searched again. */
const REST_MS = 120

const none: { matches: Match[]; at: number } = { matches: [], at: -1 }

/**
 * A bar that finds words in the whole thread: also in turns that are far from the view and in parts that are closed, which open. Enter
 * and Shift with Enter go on and back, Escape closes it and leaves the view where it is. The browser's own find knows only what is drawn.
 */
export const FindInThread = /* @__PURE__ */ standsAlone(function FindInThread({
  getRoot,
  onClose,
  initialText = '',
}: FindInThreadProps) {
  const words = useEntryWords('conversation', englishConversation).find
  const { formats } = useWords()
  const [text, setText] = useState(initialText)
  const [found, setFound] = useState(none)
  const latest = useRef({ text: initialText, found: none })
  const input = useRef<HTMLInputElement>(null)
  const root = useRef(getRoot)
  useEffect(() => {
    root.current = getRoot
  })

  const show = useCallback((next: typeof none): void => {
    latest.current.found = next
    setFound(next)
    paintMatches(next.matches, next.at)
  }, [])
  /** Searches again after the page has changed. Finds the same match by its turn and its place in the turn. */
  const search = useCallback(() => {
    const place = root.current()
    if (!place) return
    const before = latest.current.found
    const matches = findMatches(place, latest.current.text)
    const here = before.matches[before.at]
    const inTurn = before.matches.slice(0, before.at).filter((match) => match.turnId === here?.turnId).length
    const same = matches.flatMap((match, index) => (match.turnId === here?.turnId ? [index] : []))
    const at = same[Math.min(inTurn, same.length - 1)] ?? Math.min(Math.max(before.at, 0), matches.length - 1)
    show({ matches, at })
  }, [show])

  /** Goes to the first match from the view on, as readers expect it. */
  const seek = useCallback(
    (next: string): void => {
      latest.current.text = next
      const place = root.current()
      const matches = place ? findMatches(place, next) : []
      const from = matches.findIndex(({ range }) => range.getBoundingClientRect().bottom > topOf(place))
      const at = matches.length === 0 ? -1 : Math.max(0, from)
      show({ matches, at })
      if (matches[at]) showMatch(matches[at])
    },
    [show],
  )

  // Before the next key, which is for the bar.
  useLayout(() => input.current?.focus(), [])
  useEffect(() => {
    if (latest.current.text !== '') seek(latest.current.text)
    const place = root.current()
    if (!place) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(search, REST_MS)
    })
    observer.observe(place, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      unpaintMatches()
    }
  }, [search, seek])

  const change = (next: string): void => {
    setText(next)
    seek(next)
  }
  const step = (by: 1 | -1): void => {
    const { matches, at } = latest.current.found
    if (matches.length === 0) return
    const next = (at + by + matches.length) % matches.length
    show({ matches, at: next })
    openMatch(matches[next]!)
    showMatch(matches[next]!)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target === input.current) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const { matches, at } = found
  const position =
    text.trim() === ''
      ? ''
      : matches.length === 0
        ? words.none
        : words.position(formats.number(at + 1), formats.number(matches.length))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what the button closes
    <search
      data-slot="find-bar"
      data-print="hide"
      aria-label={words.label}
      className="ap:flex ap:items-center ap:gap-0.5 ap:rounded-approval ap:bg-raised ap:p-1 ap:text-text ap:shadow-float"
      onKeyDown={onKeyDown}
    >
      <input
        ref={input}
        type="text"
        enterKeyHint="search"
        aria-label={words.label}
        placeholder={words.placeholder}
        className="ap:h-8 ap:w-44 ap:min-w-0 ap:rounded-button ap:bg-transparent ap:px-2 ap:-outline-offset-1 ap:text-row ap:text-text ap:placeholder:text-text-3 ap:pointer-coarse:h-11"
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <span
        role="status"
        className="ap:min-w-16 ap:px-1.5 ap:text-end ap:text-data ap:whitespace-nowrap ap:text-text-2 ap:tabular-nums"
      >
        {position}
      </span>
      <IconButton
        icon={<ShellIcon name="up" />}
        label={words.previous}
        aria-disabled={matches.length === 0 || undefined}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={<ShellIcon name="down" />}
        label={words.next}
        aria-disabled={matches.length === 0 || undefined}
        onClick={() => step(1)}
      />
      <IconButton icon="close" label={words.close} onClick={onClose} />
    </search>
  )
})

function topOf(place: Element | null | undefined): number {
  const viewport = place?.querySelector('[data-slot="viewport"]') ?? place
  return viewport?.getBoundingClientRect().top ?? 0
}
