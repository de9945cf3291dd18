import type { Message } from '@antiphon/core'
import { Button, IconButton, Transcript } from '@antiphon/ui'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ViewerProblems } from '../viewer/viewer-result.js'
import { figuresOf, namesOf, type Figures } from './compared-figures.js'
import { onlyKind, type Kind } from './entries.js'
import { JumpBar, type JumpRequest } from './jump-bar.js'
import { titleOf } from './session-row.js'
import type { ListedSession, SessionSource } from './source.js'
import { useSession } from './use-session.js'
import { words } from './words.js'

export interface SideBySideProps {
  source: SessionSource
  /** Ids of both sessions, the one at the start of the line first. */
  ids: readonly [string, string]
  listed: (id: string) => ListedSession | undefined
  kind: Kind
  onKind: (kind: Kind) => void
  request: JumpRequest | undefined
  /** Closes one session; the other one stays. */
  onClose: (id: string) => void
}

const noFigures: Figures = new Map()

/** Two sessions beside each other, below each other where it is narrow, each with its figures and a scroll of its own. */
export function SideBySide({ source, ids, listed, onClose, ...rest }: SideBySideProps) {
  const [figures, setFigures] = useState<Readonly<Record<string, Figures>>>({})
  const onFigures = useCallback(
    (id: string, own: Figures) => setFigures((all) => ({ ...all, [id]: own })),
    [],
  )
  const names = namesOf(ids.map((id) => figures[id] ?? noFigures))
  return (
    <div className="grid min-h-0 flex-1 gap-3 max-[899px]:auto-rows-[85dvh] max-[899px]:overflow-y-auto min-[900px]:grid-cols-2">
      {ids.map((id, at) => (
        <Side
          key={`${at} ${id}`}
          {...rest}
          source={source}
          id={id}
          at={at as 0 | 1}
          listed={listed(id)}
          names={names}
          onFigures={onFigures}
          onClose={() => onClose(id)}
        />
      ))}
    </div>
  )
}

interface SideProps extends Omit<SideBySideProps, 'ids' | 'listed' | 'onClose'> {
  id: string
  at: 0 | 1
  listed: ListedSession | undefined
  /** Names of the figures that both sessions show, so that each figure is at the same place in both. */
  names: readonly string[]
  onFigures: (id: string, figures: Figures) => void
  onClose: () => void
}

function Side(props: SideProps) {
  const { source, id, at, listed, kind, onKind, request, names, onFigures, onClose } = props
  const name = listed?.name ?? id
  const title = (listed && titleOf(listed)) || name
  const transcript = useRef<HTMLElement>(null)
  const [isLive, setIsLive] = useState(false)
  const onLive = useCallback(() => setIsLive(true), [])
  const session = useSession(source, id, name, onLive)
  const { reading, own, conversations, isPartial, more } = session
  const [viewed] = conversations
  const figures = useMemo(() => (viewed ? figuresOf(viewed, isPartial) : noFigures), [viewed, isPartial])
  useEffect(() => onFigures(id, figures), [onFigures, id, figures])
  const choose = useCallback((messages: readonly Message[]) => onlyKind(messages, kind), [kind])
  const drawn = useMemo(() => (viewed ? choose(viewed.messages) : []), [choose, viewed])

  return (
    <section
      aria-label={words.sideOf(at + 1, title)}
      data-side={at}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden rounded-block border border-line"
    >
      <div className="flex flex-none items-center gap-2 border-b border-line py-1 ps-3 pe-1">
        <h2 dir="auto" className="min-w-0 flex-1 truncate text-row font-title" title={name}>
          {title}
        </h2>
        {isLive && (
          <span
            title={words.liveHint}
            className="flex-none rounded-code bg-success-soft px-1.5 text-[12px] leading-5 text-success"
          >
            {words.live}
          </span>
        )}
        <span className="flex-none text-data text-text-2">
          {[listed?.agent, listed?.facts?.model].filter(Boolean).join(', ')}
        </span>
        <IconButton icon="close" label={words.closeSide(title)} onClick={onClose} />
      </div>
      {names.length > 0 && (
        <dl
          data-figures
          className="grid flex-none grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-3 gap-y-1 border-b border-line px-3 py-2"
        >
          {names.map((label) => (
            <div key={label} className="min-w-0">
              <dt className="truncate text-[12px] leading-4 text-text-2">{label}</dt>
              <dd className="truncate text-[13px] leading-5 tabular-nums">
                {figures.get(label) ?? words.notKnown}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {viewed && (
        <div className="flex flex-none flex-wrap items-center gap-1 border-b border-line p-1.5">
          {isPartial && (
            <Button variant="small" onClick={more}>
              {words.readMore}
            </Button>
          )}
          {conversations.length > 1 && (
            <span className="text-data text-text-2">{words.others(conversations.length - 1)}</span>
          )}
          <JumpBar
            messages={drawn}
            transcript={transcript}
            kind={kind}
            onKind={onKind}
            request={request?.side === at ? request : undefined}
          />
        </div>
      )}
      {own ? (
        <Suspense>
          <own.View text={own.text} />
        </Suspense>
      ) : reading.state === 'failed' ? (
        <p role="alert" className="m-3 rounded-block bg-danger-soft px-3 py-2 text-row text-danger">
          {words.failedToRead(name)} {reading.message}
        </p>
      ) : reading.state === 'done' ? (
        <>
          <Transcript
            ref={transcript}
            messages={drawn}
            isLog
            showSystem
            aria-label={words.transcriptOf(at + 1, title)}
            className="min-h-0 flex-1"
            empty={<p className="p-6 text-row text-text-2">{words.noneOfKind}</p>}
          />
          {reading.opened.problems.length > 0 && (
            <div className="max-h-32 flex-none overflow-y-auto border-t border-line p-3">
              <ViewerProblems problems={reading.opened.problems} />
            </div>
          )}
        </>
      ) : (
        <p role="status" className="p-5 text-row text-text-2">
          {words.readingFile(name)}
        </p>
      )}
    </section>
  )
}
