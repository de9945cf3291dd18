'use client'

import { useIsForPeople } from '../context/audience-context.js'
import { deriveTurns, type Message, type Turn as TurnData } from '@antiphon/core'
import { readMessages } from '@antiphon/core/message'
import { useContext, useMemo, type ComponentType } from 'react'
import { Icon } from '../../icons/icon.js'
import { prettyJson } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useStaticPage } from '../../lib/static-page.js'
import { englishAgent } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { FoldContext, useFold } from '../fold/fold.js'
import { Part } from '../part/part.js'
import { FoldedRow } from '../status-row/status-row.js'
import { TranscriptActionsContext } from '../context/actions-context.js'
import { MessagesContext } from '../context/messages-context.js'
import { AgentDepthContext, DrawTurnContext } from './agent-messages.js'
import { agentTotals } from './agent-totals.js'
import { agentWords } from './agent-words.js'
import { usePrinting } from '../../lib/use-printing.js'

/** Nested agents that show without a press. Deeper ones would fill the page, or never end. */
const OPEN_LEVELS = 3
/** The run of an agent is over: it cannot be retried, edited or answered. */
const noActions = {}

export interface AgentTranscriptProps {
  /** As a file or a server gave them. */
  messages: readonly unknown[]
  /** Name of the tool that ran the agent. */
  name: string
}

/** The transcript of an agent that a call ran: a row with its totals, which opens to its turns. */
export function AgentTranscript(props: AgentTranscriptProps) {
  const depth = useContext(AgentDepthContext)
  const folds = useContext(FoldContext)
  return (
    <FoldContext.Provider value={depth < OPEN_LEVELS ? folds : 'auto'}>
      <AgentRow {...props} />
    </FoldContext.Provider>
  )
}

function AgentRow({ messages, name }: AgentTranscriptProps) {
  const { number: figure } = useWords().formats
  const words = useEntryWords('agent', englishAgent)
  const depth = useContext(AgentDepthContext)
  const fold = useFold(false)
  const isStatic = useStaticPage() !== undefined
  const printing = usePrinting()
  const read = useMemo(() => readMessages(messages, prettyJson), [messages])
  const totals = useMemo(() => agentTotals(read), [read])
  const Turn = useContext(DrawTurnContext)
  const isForPeople = useIsForPeople()
  const isDrawn = Turn && (fold.open || (depth < OPEN_LEVELS && (isStatic || printing)))
  const figures = [
    words.messages(totals.messages, figure(totals.messages)),
    words.calls(totals.calls, figure(totals.calls)),
    ...(totals.failures > 0 ? [words.failures(totals.failures, figure(totals.failures))] : []),
    ...(totals.tokens === undefined || isForPeople ? [] : [words.tokens(figure(totals.tokens))]),
  ]
  return (
    <div data-slot="agent-transcript" data-depth={depth + 1}>
      <FoldedRow
        mark={<Icon name="group" />}
        fold={fold}
        words={
          <>
            <Part slot="title">{words.transcript}</Part> <span data-slot="peek">{figures.join(' · ')}</span>
          </>
        }
      >
        {isDrawn ? (
          <div data-slot="agent-turns" role="group" aria-label={words.of(name)}>
            <AgentTurns messages={read} depth={depth} Turn={Turn} />
          </div>
        ) : (
          <div data-slot="agent-turns" data-closed="" dir="auto">
            <RevealedText text={agentWords(messages)} padding />
          </div>
        )}
      </FoldedRow>
    </div>
  )
}

interface AgentTurnsProps {
  messages: readonly Message[]
  depth: number
  Turn: ComponentType<{ turn: TurnData }>
}

function AgentTurns({ messages, depth, Turn }: AgentTurnsProps) {
  const turns = useMemo(() => deriveTurns(messages), [messages])
  return (
    <AgentDepthContext.Provider value={depth + 1}>
      <TranscriptActionsContext.Provider value={noActions}>
        <MessagesContext.Provider value={messages}>
          {turns.map((turn) => (
            <Turn key={turn.key} turn={turn} />
          ))}
        </MessagesContext.Provider>
      </TranscriptActionsContext.Provider>
    </AgentDepthContext.Provider>
  )
}
