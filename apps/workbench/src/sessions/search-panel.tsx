import { IconButton } from '@antiphon/ui'
import { useEffect, useRef, useState } from 'react'
import { MOST_PLACES } from '../../../../packages/cli/src/view/search-text.js'
import { inputClass } from 'app-parts'
import type { ListedSession, SearchHit, SessionSource } from './source.js'
import { words } from './words.js'

export interface SearchPanelProps {
  source: SessionSource
  sessions: readonly ListedSession[]
  onOpen: (id: string, words: string) => void
  onClose: () => void
}

type Search = { hits: SearchHit[]; searched: number; state: 'off' | 'on' | 'over' | 'failed' }

const none: Search = { hits: [], searched: 0, state: 'off' }
/** Ms without a key before the search begins. */
const REST_MS = 250

/** Finds words in all sessions: what is found is shown while the search goes on. */
export function SearchPanel({ source, sessions, onOpen, onClose }: SearchPanelProps) {
  const [text, setText] = useState('')
  const [search, setSearch] = useState(none)
  const input = useRef<HTMLInputElement>(null)
  const asked = text.trim()
  useEffect(() => input.current?.focus(), [])

  useEffect(() => {
    if (asked.length < 2) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      run(source, asked, stop.signal, setSearch).catch(() => {
        if (!stop.signal.aborted) setSearch((search) => ({ ...search, state: 'failed' }))
      })
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, source])

  const titleOf = (id: string): string =>
    sessions.find((session) => session.id === id)?.facts?.title || words.untitled
  const { hits, searched, state } = search
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what the button closes
    <search
      aria-label={words.findLabel}
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="flex flex-none items-center gap-2 px-4 pt-2.5 pb-2">
        <input
          ref={input}
          type="search"
          aria-label={words.findLabel}
          placeholder={words.findHint}
          value={text}
          className={inputClass}
          onChange={({ target }) => {
            setText(target.value)
            setSearch(none)
          }}
        />
        <IconButton icon="error" label={words.closeSearch} onClick={onClose} />
      </div>
      <p
        role="status"
        data-state={state}
        className="flex-none px-5 pb-1 text-[12px] leading-4 text-text-2 empty:hidden"
      >
        {state === 'on' && words.finding(searched)}
        {state === 'over' && (hits.length > 0 ? words.found(hits.length) : words.foundNone)}
        {state === 'failed' && words.searchFailed}
      </p>
      <ul role="list" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {hits.map(({ id, count, excerpts }) => (
          <li key={id}>
            <button
              type="button"
              data-hit={id}
              className="block w-full rounded-[10px] px-3 py-2.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onOpen(id, asked)}
            >
              <span className="flex items-baseline gap-3">
                <span
                  dir="auto"
                  className="min-w-0 flex-1 truncate text-[14px] leading-5 font-medium text-text"
                >
                  {titleOf(id)}
                </span>
                <span className="flex-none text-[12px] text-text-2">{words.places(count, MOST_PLACES)}</span>
              </span>
              {excerpts.map(({ before, match, after }, i) => (
                <span
                  key={i}
                  dir="auto"
                  className="line-clamp-2 text-[12.5px] leading-5 break-words text-text-2"
                >
                  {before}
                  <mark className="rounded-code bg-warn-soft text-text">{match}</mark>
                  {after}
                </span>
              ))}
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}

async function run(
  source: SessionSource,
  asked: string,
  signal: AbortSignal,
  change: (next: (search: Search) => Search) => void,
): Promise<void> {
  change(() => ({ ...none, state: 'on' }))
  for await (const event of source.search(asked, signal)) {
    if (signal.aborted) return
    change((search) =>
      'searched' in event
        ? { ...search, searched: event.searched }
        : { ...search, hits: [...search.hits, event] },
    )
  }
  change((search) => ({ ...search, state: 'over' }))
}
