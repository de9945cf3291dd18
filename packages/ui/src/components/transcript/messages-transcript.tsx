'use client'

import { type Turn as TurnData, deriveTurns, type Message } from '@antiphon/core'
import { useFollowScroll } from '@antiphon/react'
import { createElement, useMemo, useState } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { useWords } from '../../strings/strings.js'
import { MessagesContext } from '../context/messages-context.js'
import { TurnView } from '../turn/turn.js'
import { inPieces, type PieceTurn } from './long/answer-pieces.js'
import { createTurnFacts } from './long/turn-facts.js'
import { TurnList } from './long/turn-list.js'
import type { DrawnProps } from './transcript-contexts.js'
import { TranscriptFrame } from './transcript-frame.js'
import { lazyLive, useLiveParts } from '../live-parts/use-live-parts.js'
import { usePlace } from './use-place.js'
import { useShownTurns } from './use-shown-turns.js'
import { takesRef } from '../../lib/react.js'

const roleOfTurn = (turn: PieceTurn): string | undefined =>
  'message' in turn ? turn.message.role : undefined

export interface MessagesTranscriptProps extends DrawnProps {
  messages: readonly Message[]
}

/** A transcript of plain messages. Turns whose messages did not change are skipped. */
export const MessagesTranscript = /* @__PURE__ */ takesRef(function MessagesTranscript(
  props: MessagesTranscriptProps,
) {
  const {
    messages,
    live,
    renderApproval,
    branchOf,
    maxOutputTokens,
    showSystem,
    empty,
    announce: _announce,
    drawAll,
    idPrefix,
    isLog,
    startAt,
    onPlaceChange,
    ...rest
  } = props
  const turns = useShownTurns(useStableTurns(messages, isLog), showSystem, roleOfTurn)
  const isLive = live !== undefined
  useLiveParts(isLive)
  const parts = useLazyModule(lazyLive, isLive)
  const words = useWords()
  const facts = useMemo(() => createTurnFacts((turn: PieceTurn) => turn, words), [words])
  const follow = useFollowScroll({
    anchorKey: isLog ? undefined : turns.findLast((turn) => turn.role === 'user')?.key,
    streaming: isLive,
  })
  const start = usePlace(follow, { startAt, onPlaceChange })
  const last = turns.at(-1)
  return (
    <TranscriptFrame
      follow={follow}
      streaming={isLive}
      jumpReason={follow.isAtEnd || turns.length === 0 ? undefined : 'latest'}
      empty={turns.length === 0 ? empty : undefined}
      foot={
        parts &&
        live &&
        last?.role === 'assistant' &&
        createElement(parts.LiveFoot, { turnKey: last.key, live, steps: last.steps })
      }
      {...rest}
    >
      <MessagesContext.Provider value={messages}>
        <TurnList
          turns={turns}
          facts={facts}
          follow={follow}
          drawAll={drawAll}
          longFrom={isLog ? LONG_LOG : undefined}
          idPrefix={idPrefix}
          startAt={start}
          renderTurn={(turn, { isLast, settled }) => (
            <TurnView
              turn={turn}
              live={isLast ? live : undefined}
              isLast={isLast}
              settled={settled}
              id={idPrefix === undefined ? undefined : idPrefix + turn.key}
              branch={branchOf && tryOr(() => branchOf(turn))}
              maxOutputTokens={maxOutputTokens}
              renderApproval={renderApproval}
            />
          )}
        />
      </MessagesContext.Provider>
    </TranscriptFrame>
  )
})

/** The answers of an agent have hundreds of steps: turns of a log from which on it is not rendered whole. */
const LONG_LOG = 24

/** Derives turns against the ones before, so that an appended message leaves the others identical. A log is in pieces. */
function useStableTurns(messages: readonly Message[], isLog = false): readonly PieceTurn[] {
  const derive = (before?: { turns: TurnData[]; shown: readonly PieceTurn[] }) => {
    const turns = deriveTurns(messages, before?.turns)
    return { messages, isLog, turns, shown: isLog ? inPieces(turns, before?.shown) : turns }
  }
  const [held, setHeld] = useState(() => derive())
  if (held.messages === messages && held.isLog === isLog) return held.shown
  const next = derive(held)
  setHeld(next)
  return next.shown
}

/** The result of a host's function, or undefined when it throws, so that one bad message does not break the others. */
function tryOr<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    console.error(error)
    return undefined
  }
}
