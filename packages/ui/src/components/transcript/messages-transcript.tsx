import {
  deriveTurns,
  type LiveStep,
  type Message,
  type PairedCall,
  type Turn as TurnData,
} from '@antiphon/core'
import { useFollowScroll } from '@antiphon/react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { Turn } from '../turn/turn.js'
import type { Branch } from '../turn/turn-footer.js'
import type { AnnounceMode } from './transcript.js'
import { TranscriptFrame } from './transcript-frame.js'

export interface MessagesTranscriptProps extends Omit<ComponentProps<'section'>, 'role' | 'children'> {
  messages: readonly Message[]
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
  live?: LiveStep
  renderApproval?: (call: PairedCall) => ReactNode
  branchOf?: (turn: TurnData) => Branch | undefined
  maxOutputTokens?: number
  empty?: ReactNode
  announce?: AnnounceMode
}

/** The last turns stay rendered, so that following the end never meets an estimated height. */
export const ALWAYS_RENDERED = 2

/** A transcript of plain messages. Turns whose messages did not change are skipped. */
export function MessagesTranscript(props: MessagesTranscriptProps) {
  const {
    messages,
    live,
    renderApproval,
    branchOf,
    maxOutputTokens,
    empty,
    announce: _announce,
    ...rest
  } = props
  const turns = useStableTurns(messages)
  const follow = useFollowScroll({
    anchorKey: turns.findLast((turn) => turn.role === 'user')?.key,
    streaming: live !== undefined,
  })
  return (
    <TranscriptFrame
      follow={follow}
      streaming={live !== undefined}
      jumpReason={follow.isAtEnd || turns.length === 0 ? undefined : 'latest'}
      empty={turns.length === 0 ? empty : undefined}
      {...rest}
    >
      {turns.map((turn, index) => (
        <Turn
          key={turn.key}
          turn={turn}
          live={index === turns.length - 1 ? live : undefined}
          isLast={index === turns.length - 1}
          settled={index < turns.length - ALWAYS_RENDERED}
          branch={branchOf?.(turn)}
          maxOutputTokens={maxOutputTokens}
          renderApproval={renderApproval}
        />
      ))}
    </TranscriptFrame>
  )
}

/** Derives turns against the ones before, so that an appended message leaves the others identical. */
function useStableTurns(messages: readonly Message[]): TurnData[] {
  const [held, setHeld] = useState(() => ({ messages, turns: deriveTurns(messages) }))
  if (held.messages === messages) return held.turns
  const turns = deriveTurns(messages, held.turns)
  setHeld({ messages, turns })
  return turns
}
