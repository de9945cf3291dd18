import { useShortcuts, type Command, ShortcutSheet } from '@antiphon/shell'
import { IconButton } from '@antiphon/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AppIcon, Wordmark, useMedia, nextOf, themes, useTheme } from 'app-parts'
import { kinds, type Kind } from './entries.js'
import { createFilesSource, type NamedFile } from './files-source.js'
import type { JumpRequest } from './jump-bar.js'
import { OpenFiles, useDrop } from './open-files.js'
import { SearchPanel } from './search-panel.js'
import { createServerSource, hasServer } from './server-source.js'
import { SessionList } from './session-list.js'
import { titleOf } from './session-row.js'
import { SessionView } from './session-view.js'
import type { SessionSource } from './source.js'
import { useCurrentSession } from './use-current-session.js'
import { useSessions } from './use-sessions.js'
import { words } from './words.js'

/** The sessions of a machine or of opened files: the list, the search, and the one that is read. */
export function SessionsApp() {
  const [source, setSource] = useState<SessionSource | undefined>(() =>
    hasServer() ? createServerSource() : undefined,
  )
  const list = useSessions(source)
  const { id, open } = useCurrentSession()
  const [theme, setTheme] = useTheme()
  const [isSearching, setIsSearching] = useState(false)
  const [sought, setSought] = useState('')
  const [kind, setKind] = useState<Kind>('all')
  const [request, setRequest] = useState<JumpRequest>()
  const [liveId, setLiveId] = useState<string>()
  const [showsKeys, setShowsKeys] = useState(false)
  const isNarrow = useMedia('(max-width: 899px)')
  // Open a file that was named, but only once, so that going back to the list works.
  const { opens } = list
  const hasOpened = useRef(false)
  useEffect(() => {
    if (opens === undefined || hasOpened.current) return
    hasOpened.current = true
    if (id === undefined) open(opens)
  }, [opens, id, open])
  const listed = list.sessions.find((session) => session.id === id)
  const title = listed && (titleOf(listed) || listed.name)

  const takeFiles = useCallback(
    (files: NamedFile[]): void => {
      setSource(createFilesSource(files))
      setIsSearching(false)
      // A single file was meant to be seen.
      open(files.length === 1 ? '0' : undefined)
    },
    [open],
  )
  useDrop(takeFiles)
  useEffect(() => {
    document.title = title ? `${title}, Antiphon` : `${words.title}, Antiphon`
  }, [title])

  const show = (next: string, seek = ''): void => {
    setSought(seek)
    setKind('all')
    open(next)
  }
  /** Shows the list and goes to its filter at once: in a later frame it would take the focus from where the next key moved it. */
  const filter = (): void => {
    flushSync(() => setIsSearching(false))
    document.querySelector<HTMLElement>('[data-filter]')?.focus()
  }
  const left = useRef<string>(undefined)
  const back = (): void => {
    left.current = id
    open(undefined)
  }
  // The address changes later than the key is pressed, and on a narrow page the list is there only then.
  useEffect(() => {
    if (id !== undefined || left.current === undefined) return
    document.querySelector<HTMLElement>(`[data-session="${CSS.escape(left.current)}"]`)?.focus()
    left.current = undefined
  }, [id])
  const onLive = useCallback(() => setLiveId(id), [id])
  const changeTheme = (): void => setTheme(nextOf(themes, theme))

  const inSession = (): boolean => id !== undefined
  const commands: Command[] = [
    {
      id: 'find',
      label: words.command.find,
      group: words.command.page,
      keys: 'Mod+K',
      isAvailable: () => source !== undefined,
      run: () => setIsSearching(true),
    },
    {
      id: 'filter',
      label: words.command.filter,
      group: words.command.list,
      keys: 'Mod+Shift+F',
      run: filter,
    },
    {
      id: 'theme',
      label: words.command.theme,
      group: words.command.page,
      keys: 'Mod+Shift+L',
      run: changeTheme,
    },
    {
      id: 'next',
      label: words.command.next,
      group: words.command.session,
      keys: 'Alt+ArrowDown',
      isAvailable: inSession,
      run: () => setRequest({ step: 1 }),
    },
    {
      id: 'previous',
      label: words.command.previous,
      group: words.command.session,
      keys: 'Alt+ArrowUp',
      isAvailable: inSession,
      run: () => setRequest({ step: -1 }),
    },
    ...kinds.map((one, i): Command => ({
      id: `kind-${one}`,
      label: words.command.kind(words.kinds[one]),
      group: words.command.session,
      keys: `Alt+${i + 1}`,
      isAvailable: inSession,
      run: () => setKind(one),
    })),
    {
      id: 'back',
      label: words.command.back,
      group: words.command.session,
      keys: 'Escape',
      isAvailable: inSession,
      run: back,
    },
  ]
  useShortcuts(commands)

  const showsList = !isNarrow || id === undefined
  // Where there is room for one of both, the list is the page.
  const ListFrame = isNarrow ? 'main' : 'nav'
  return (
    <div className="flex h-dvh">
      {showsList && (
        <ListFrame
          aria-label={words.title}
          className="flex w-[348px] flex-none flex-col border-e border-line bg-surface max-[899px]:w-full max-[899px]:border-0"
        >
          <div className="flex h-[52px] flex-none items-center gap-0.5 ps-[18px] pe-2.5">
            {isNarrow && <h1 className="sr-only">{words.title}</h1>}
            <span className="flex-1">
              <Wordmark />
            </span>
            <IconButton
              icon={<AppIcon name="search" />}
              label={words.findInAll}
              aria-pressed={isSearching}
              aria-disabled={source === undefined || undefined}
              onClick={() => setIsSearching(!isSearching)}
            />
            <IconButton
              icon={<AppIcon name="keyboard" />}
              label={words.keys}
              onClick={() => setShowsKeys(true)}
            />
            <IconButton
              icon={<AppIcon name="theme" />}
              label={words.theme(words.themes[theme])}
              onClick={changeTheme}
            />
          </div>
          {source && isSearching && (
            <SearchPanel
              source={source}
              sessions={list.sessions}
              onOpen={show}
              onClose={() => setIsSearching(false)}
            />
          )}
          {source && !isSearching && <SessionList list={list} currentId={id} onOpen={show} />}
          {source && !hasServer() && (
            <div className="flex-none px-4 pb-3">
              <OpenFiles onFiles={takeFiles} />
            </div>
          )}
          {!source && (
            <div className="flex flex-col gap-3 p-5">
              <p className="text-row font-title">{words.drop}</p>
              <p className="text-data text-text-2">{words.dropHint}</p>
              <OpenFiles onFiles={takeFiles} />
            </div>
          )}
        </ListFrame>
      )}
      {(!isNarrow || !showsList) && (
        <main className="flex min-w-0 flex-1 flex-col">
          <header className="flex h-[52px] flex-none items-center gap-1.5 px-4 max-[899px]:px-1">
            {isNarrow && <IconButton icon="previous" label={words.back} onClick={back} />}
            <h1 dir="auto" className="min-w-0 truncate text-[14px] leading-5 font-name">
              {id === undefined ? words.title : (title ?? words.title)}
            </h1>
            {listed && listed.agent !== '' && (
              <span className="flex-none rounded-code bg-hover px-1.5 text-[12px] leading-5 text-text-2">
                {listed.agent}
              </span>
            )}
            {id !== undefined && liveId === id && (
              <span
                title={words.liveHint}
                className="flex-none rounded-code bg-success-soft px-1.5 text-[12px] leading-5 text-success"
              >
                {words.live}
              </span>
            )}
          </header>
          {id !== undefined && source ? (
            <div className="flex min-h-0 flex-1 flex-col px-4 pb-4 max-[899px]:px-2 max-[899px]:pb-2">
              <h2 className="sr-only">{words.facts}</h2>
              <SessionView
                key={id}
                source={source}
                id={id}
                listed={listed}
                kind={kind}
                onKind={setKind}
                request={request}
                sought={sought}
                onLive={onLive}
              />
            </div>
          ) : (
            <div className="m-auto flex max-w-[28rem] flex-col items-center gap-2 p-8 text-center">
              <p className="text-[18px] leading-6 font-heading">{source ? words.choose : words.drop}</p>
              <p className="text-row text-text-2">{source ? words.chooseHint : words.dropHint}</p>
            </div>
          )}
        </main>
      )}
      {showsKeys && <ShortcutSheet commands={commands} onClose={() => setShowsKeys(false)} />}
    </div>
  )
}
