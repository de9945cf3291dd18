import type { Message } from '@antiphon/core'
import { Button } from '@antiphon/ui'
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { ViewerResult } from '../viewer/viewer-result.js'
import { onlyKind, type Kind } from './entries.js'
import { FactsPanel } from './facts-panel.js'
import { JumpBar, type JumpRequest } from './jump-bar.js'
import { jumpTo } from './jump-to.js'
import { firstTurnWith } from './first-turn-with.js'
import type { ListedSession, SessionSource } from './source.js'
import { useSession } from './use-session.js'
import { words } from './words.js'

export interface SessionViewProps {
  source: SessionSource
  id: string
  /** The session's entry in the list; absent while it is read. */
  listed: ListedSession | undefined
  kind: Kind
  onKind: (kind: Kind) => void
  request: JumpRequest | undefined
  /** Words that a search found in the session: the view opens at their first occurrence. */
  sought: string
  /** It has grown since it was opened. */
  onLive: () => void
}

/** Distance from the end that still counts as the end, px. */
const NEAR = 48

/** One session, which is followed while it is written. */
export function SessionView(props: SessionViewProps) {
  const { source, id, listed, kind, onKind, request, sought, onLive } = props
  const transcript = useRef<HTMLElement>(null)
  const name = listed?.name ?? id
  const { reading, own, conversations, isPartial, more } = useSession(source, id, name, onLive)
  const opened = reading.state === 'done' ? reading.opened : undefined
  const choose = useCallback((messages: readonly Message[]) => onlyKind(messages, kind), [kind])
  useEndInView(transcript, opened)
  useSought(transcript, opened?.conversations[0]?.messages, sought)

  if (own)
    return (
      <Suspense>
        <own.View text={own.text} />
      </Suspense>
    )
  if (reading.state === 'failed')
    return (
      <p role="alert" className="m-5 rounded-block bg-danger-soft px-3 py-2 text-row text-danger">
        {words.failedToRead(reading.name)} {reading.message}
      </p>
    )
  if (!opened)
    return (
      <p role="status" className="p-5 text-row text-text-2">
        {words.readingFile(name)}
      </p>
    )
  return (
    <ViewerResult
      name={name}
      conversations={conversations}
      problems={opened.problems}
      isLog
      isComing={reading.state === 'done' && reading.isComing}
      transcriptRef={transcript}
      choose={choose}
      renderTools={(drawn) => (
        <JumpBar messages={drawn} transcript={transcript} kind={kind} onKind={onKind} request={request} />
      )}
      renderFacts={(messages, viewed) =>
        viewed && (
          <>
            {isPartial && (
              <div>
                <Button variant="small" onClick={more}>
                  {words.readMore}
                </Button>
              </div>
            )}
            <FactsPanel
              messages={messages}
              viewed={viewed}
              agent={listed?.agent ?? ''}
              name={name}
              isPartial={isPartial}
            />
          </>
        )
      }
    />
  )
}

/** A reader at the end stays at the end when entries arrive. A reader anywhere else is not moved. */
function useEndInView(transcript: RefObject<HTMLElement | null>, opened: unknown): void {
  const isAtEnd = useRef(true)
  const isOpen = opened !== undefined
  useEffect(() => {
    const viewport = isOpen && transcript.current?.querySelector('[data-slot="viewport"]')
    if (!viewport) return
    const look = (): void => {
      isAtEnd.current = viewport.scrollHeight - viewport.scrollTop - viewport.clientHeight <= NEAR
    }
    viewport.addEventListener('scroll', look, { passive: true })
    return () => viewport.removeEventListener('scroll', look)
  }, [transcript, isOpen])
  useLayoutEffect(() => {
    const viewport = opened !== undefined && transcript.current?.querySelector('[data-slot="viewport"]')
    if (viewport && isAtEnd.current) viewport.scrollTop = viewport.scrollHeight
  }, [transcript, opened])
}

/** Goes to the first turn with the words of a search, once for each search. */
function useSought(
  transcript: RefObject<HTMLElement | null>,
  messages: readonly Message[] | undefined,
  sought: string,
): void {
  const gone = useRef('')
  useEffect(() => {
    if (!messages || sought === '' || gone.current === sought || !transcript.current) return
    gone.current = sought
    const place = firstTurnWith(messages, sought)
    if (place) jumpTo(transcript.current, place)
  }, [transcript, messages, sought])
}
