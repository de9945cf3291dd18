import type { Message, ThreadTree } from '@antiphon/core'
import type {
  FileProblem,
  OpenedConversation,
  OpenedTranscript,
  TranscriptDocument,
} from '@antiphon/transcripts'
import { Button, Transcript } from '@antiphon/ui'
import { type ReactNode, type Ref, useMemo, useState } from 'react'
import { Select, figure } from 'app-parts'
import { useShownVersions } from './use-shown-versions.js'
import { ViewerExport } from '../export/viewer-export.js'
import { ViewerLint } from './viewer-lint.js'
import { englishViewer as said } from '../words/english-viewer.js'
import { PanelSection } from './panel-section.js'

const countMessages = (count: number): string => said.messages(count, figure(count))

/** Lists the parts of the file that could not be read, each with its place. */
function ViewerProblems({ problems }: { problems: readonly FileProblem[] }) {
  if (problems.length === 0) return null
  const shown = problems.slice(0, 30)
  return (
    <PanelSection title={said.problems} detail={String(problems.length)}>
      <ul className="flex flex-col gap-1.5">
        {shown.map(({ message, line, column }, i) => (
          <li key={i} className="rounded-block bg-warn-soft px-2.5 py-1.5 text-data">
            {line !== undefined && (
              <span className="font-title text-warn">{said.place(figure(line), String(column))}</span>
            )}
            <span className="break-words">{message}</span>
          </li>
        ))}
      </ul>
      {problems.length > shown.length && (
        <p className="text-data text-text-2">{said.andMore(figure(problems.length - shown.length))}</p>
      )}
    </PanelSection>
  )
}

/** The transcript on screen: one conversation of a file, or the open thread. */
export interface Viewed {
  messages: readonly Message[]
  /** Absent for a thread of this app. */
  format?: OpenedConversation['format']
  document?: TranscriptDocument
  losses?: number
  /** All versions, where there are some; `messages` are those that are shown at first. */
  tree?: ThreadTree
}

/** The conversations of a file as they are shown. */
export const viewedOf = ({ conversations }: OpenedTranscript): Viewed[] =>
  conversations.map(({ losses, ...rest }) => ({ ...rest, losses: losses.length }))

export interface ViewerResultProps {
  name: string
  conversations: readonly Viewed[]
  problems: readonly FileProblem[]
  /** Opens the messages as a thread; absent for what is one. */
  onContinue?: (messages: readonly Message[], title: string) => void
  /** Goes back to the choice of a conversation; absent where that list is shown beside it. */
  onBack?: () => void
  /** The messages grow while they are shown. */
  isLog?: boolean
  /** More of them are about to come: until then nothing is checked, fixed or taken away. */
  isComing?: boolean
  transcriptRef?: Ref<HTMLElement>
  /** Which messages are drawn, and what of them. Default: all. */
  choose?: (messages: readonly Message[]) => readonly Message[]
  /** Adds tools for the drawn messages to the bar above the transcript. */
  renderTools?: (drawn: readonly Message[]) => ReactNode
  /** Adds sections before all others of the panel. */
  renderFacts?: (messages: readonly Message[], viewed: Viewed | undefined) => ReactNode
}

const noMessages: readonly Message[] = []

/** A transcript with its format, its faults and its exports. */
export function ViewerResult(props: ViewerResultProps) {
  const { name, conversations, problems, onContinue, onBack, isLog, transcriptRef, choose } = props
  const { renderTools, renderFacts, isComing = false } = props
  const [chosen, setChosen] = useState(0)
  const [fixed, setFixed] = useState<Record<number, Message[]>>({})
  const [checks, setChecks] = useState(false)
  const viewed = conversations[chosen]
  const whole = fixed[chosen] ?? viewed?.messages ?? noMessages
  const { messages, branchOf } = useShownVersions(whole, fixed[chosen] ? undefined : viewed?.tree)
  const drawn = useMemo(() => choose?.(messages) ?? messages, [choose, messages])
  const options = Object.fromEntries(
    conversations
      .slice(0, 200)
      .map((one, i) => [String(i), said.nth(i + 1, countMessages(one.messages.length))]),
  )

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 max-[900px]:overflow-y-auto min-[900px]:flex-row">
      <div className="flex min-h-72 min-w-0 flex-1 flex-col overflow-clip rounded-block border border-line max-[900px]:min-h-[60dvh] min-[900px]:min-h-0">
        {renderTools && (
          <div className="flex flex-none flex-wrap items-center gap-1 border-b border-line p-1.5">
            {renderTools(drawn)}
          </div>
        )}
        <Transcript
          ref={transcriptRef}
          messages={drawn}
          isLog={isLog}
          // A document is read from its beginning, a log from its end.
          startAt={isLog ? undefined : { turn: drawn[0]?.id ?? '#0', top: 99 }}
          branchOf={branchOf}
          showSystem
          className="min-h-0 flex-1"
          empty={<p className="p-6 text-row text-text-2">{said.none}</p>}
        />
      </div>
      <div
        tabIndex={0}
        role="group"
        aria-label={said.about}
        className="flex flex-none flex-col gap-3 pe-1 min-[900px]:w-80 min-[900px]:overflow-y-auto"
      >
        {renderFacts?.(messages, viewed)}
        <PanelSection title={said.transcript}>
          <p dir="auto" className="text-data break-words text-text-2">
            {name}
            {viewed &&
              `, ${countMessages(viewed.messages.length)}, ${viewed.format ? said.format(viewed.format) : said.ofApp}`}
            {viewed?.losses ? said.aside(viewed.losses) : ''}
          </p>
          {conversations.length > 1 && (
            <Select
              aria-label={said.conversation}
              placeholder={said.chooseConversation}
              options={options}
              value={String(chosen)}
              onChange={(value) => setChosen(Number(value) || 0)}
            />
          )}
          <div className="flex flex-wrap gap-2">
            {onContinue && !isComing && messages.length > 0 && (
              <Button variant="primary" onClick={() => onContinue(messages, name)}>
                {said.goOn}
              </Button>
            )}
            {onBack && <Button onClick={onBack}>{said.another}</Button>}
          </div>
        </PanelSection>
        <ViewerProblems problems={problems} />
        {isComing && <p className="text-data text-text-2">{said.coming}</p>}
        {viewed && !isComing && (
          <>
            {/* Logs are read more often than fixed, and to check one again with each new line would cost more than to draw it. */}
            {isLog && !checks ? (
              <PanelSection title={said.findings}>
                <Button variant="small" className="self-start" onClick={() => setChecks(true)}>
                  {said.check}
                </Button>
              </PanelSection>
            ) : (
              <ViewerLint messages={messages} onFix={(next) => setFixed({ ...fixed, [chosen]: next })} />
            )}
            <ViewerExport
              messages={messages}
              title={name}
              // A changed conversation is no longer the document it came from.
              document={fixed[chosen] ? undefined : viewed.document}
            />
          </>
        )}
      </div>
    </div>
  )
}
