import { Button } from '@antiphon/ui'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { inputClass, Select } from 'app-parts'
import { SessionRow, titleOf } from './session-row.js'
import type { ListedSession } from './source.js'
import type { SessionsState } from './use-sessions.js'
import { lastName, words } from './words.js'

export interface SessionListProps {
  list: SessionsState & { again: () => void }
  currentId: string | undefined
  onOpen: (id: string) => void
}

/** Rows that are drawn at first, and with each press of the button below them. */
const PORTION = 150

/** All sessions by project, newest first, with what narrows them down. One stop of Tab; arrows move in it. */
export function SessionList({ list, currentId, onOpen }: SessionListProps) {
  const [text, setText] = useState('')
  const [agent, setAgent] = useState('')
  const [project, setProject] = useState('')
  const [onlyFailed, setOnlyFailed] = useState(false)
  const [most, setMost] = useState(PORTION)
  const [stop, setStop] = useState<string>()
  const [now] = useState(Date.now)
  const rows = useRef<HTMLDivElement>(null)
  const { sessions, unread, total, isReading, notes, failure } = list

  const agents = useMemo(() => countBy(sessions, ({ agent }) => agent), [sessions])
  const projects = useMemo(() => countBy(sessions, projectOf), [sessions])
  const matching = useMemo(() => {
    const asked = text.trim().toLowerCase()
    return sessions.filter(
      (session) =>
        (agent === '' || session.agent === agent) &&
        (project === '' || projectOf(session) === project) &&
        (!onlyFailed || (session.facts?.failures ?? 0) > 0) &&
        (asked === '' || textOf(session).includes(asked)),
    )
  }, [sessions, text, agent, project, onlyFailed])
  const failed = useMemo(() => sessions.filter(({ facts }) => (facts?.failures ?? 0) > 0).length, [sessions])
  const groups = useMemo(() => groupByProject(matching.slice(0, most)), [matching, most])
  const shown = groups.flatMap(([, own]) => own)
  const stopId = [stop, currentId].find((id) => shown.some((session) => session.id === id)) ?? shown[0]?.id

  const move = (event: KeyboardEvent): void => {
    const all = [...(rows.current?.querySelectorAll<HTMLElement>('[data-session]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    all[Math.max(0, Math.min(all.length - 1, to))]?.focus()
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-col gap-2 px-4 pt-2.5 pb-2">
        <div className="flex gap-2">
          <input
            type="search"
            data-filter
            aria-label={words.filter}
            placeholder={words.filter}
            value={text}
            className={inputClass}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return
              event.preventDefault()
              rows.current?.querySelector<HTMLElement>('[data-session]')?.focus()
            }}
          />
          {failed > 0 && (
            <Button
              aria-pressed={onlyFailed}
              className="aria-pressed:bg-press"
              onClick={() => setOnlyFailed(!onlyFailed)}
            >
              {words.failed} <span className="text-text-3">{failed}</span>
            </Button>
          )}
        </div>
        {(agents.size > 1 || projects.size > 1) && (
          <div className="flex gap-2">
            {agents.size > 1 && (
              <Select
                aria-label={words.agent}
                placeholder={words.anyAgent}
                options={optionsOf(agents, (name) => name)}
                value={agent}
                onChange={setAgent}
              />
            )}
            {projects.size > 1 && (
              <Select
                aria-label={words.project}
                placeholder={words.anyProject}
                options={optionsOf(projects, (path) => lastName(path) || words.noProject)}
                value={project}
                onChange={setProject}
              />
            )}
          </div>
        )}
      </div>
      {/* The rows in it are the stops: the list itself only moves between them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows go from link to link; each link works alone */}
      <div ref={rows} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4" onKeyDown={move}>
        {groups.map(([path, own]) => (
          <section key={path} aria-label={lastName(path) || words.noProject}>
            <h2
              className="truncate px-3 pt-3 pb-1 text-[12px] leading-4 font-medium text-text-2"
              title={path || undefined}
            >
              {lastName(path) || words.noProject}
            </h2>
            <ul role="list">
              {own.map((session) => (
                <li key={session.id}>
                  <SessionRow
                    session={session}
                    isCurrent={session.id === currentId}
                    isStop={session.id === stopId}
                    now={now}
                    onOpen={() => onOpen(session.id)}
                    onFocus={() => setStop(session.id)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {matching.length > most && (
          <p className="px-3 py-2">
            <Button variant="small" onClick={() => setMost(most + PORTION)}>
              {words.more(Math.min(PORTION, matching.length - most))}
            </Button>
          </p>
        )}
        {matching.length === 0 && !isReading && (
          <p className="px-3 py-6 text-row text-text-2">
            {sessions.length > 0 ? words.noneMatches : words.noneFound}
            {sessions.length === 0 && <span className="block">{words.noneFoundHint}</span>}
          </p>
        )}
        {notes.map(({ agent, command }) => (
          <p key={agent} className="mx-3 mt-3 rounded-block bg-info-soft px-3 py-2 text-data text-text-2">
            {words.unreadStore(agent)} <code>{command}</code>
          </p>
        ))}
        {unread.length > 0 && (
          <details className="mx-3 mt-3 text-data text-text-2">
            <summary className="cursor-pointer">{words.unread(unread.length)}</summary>
            <ul role="list" className="mt-1 flex flex-col gap-1.5">
              {unread.slice(0, PORTION).map(({ id, name, problem }) => (
                <li key={id} className="break-words">
                  <span className="font-title">{name}</span> {problem?.slice(0, 200)}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <p role="status" className="flex-none border-t border-line px-5 py-2 text-[12px] leading-4 text-text-2">
        {failure !== undefined
          ? `${words.listFailed} ${failure}`
          : isReading && total !== undefined
            ? words.reading(sessions.length + unread.length, total)
            : matching.length < sessions.length
              ? words.shownOf(matching.length, sessions.length)
              : words.sessions(sessions.length)}
      </p>
      {failure !== undefined && (
        <p className="px-5 pb-2">
          <Button variant="small" onClick={list.again}>
            {words.again}
          </Button>
        </p>
      )}
    </div>
  )
}

/** The folder it ran in; else the one its file lies in. */
const projectOf = ({ facts, name }: ListedSession): string =>
  facts?.project ?? (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '')

const textOf = (session: ListedSession): string => {
  const { facts, agent, name } = session
  return [titleOf(session), facts?.project, facts?.model, agent, name].join('\n').toLowerCase()
}

function countBy(
  sessions: readonly ListedSession[],
  keyOf: (session: ListedSession) => string,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const session of sessions) counts.set(keyOf(session), (counts.get(keyOf(session)) ?? 0) + 1)
  return counts
}

const optionsOf = (
  counts: ReadonlyMap<string, number>,
  labelOf: (key: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    [...counts].filter(([key]) => key !== '').map(([key, count]) => [key, `${labelOf(key)} (${count})`]),
  )

function groupByProject(sessions: readonly ListedSession[]): [project: string, sessions: ListedSession[]][] {
  const groups = new Map<string, ListedSession[]>()
  for (const session of sessions) {
    const project = projectOf(session)
    groups.set(project, [...(groups.get(project) ?? []), session])
  }
  return [...groups]
}
