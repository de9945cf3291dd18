import type { Turn } from '@antiphon/core'
import { useWords } from '../../strings/strings.js'
import { Notice } from '../notice/notice.js'
import { jsonText } from '../../lib/json-text.js'

/** Stands in for a turn whose renderer threw. What the turn says is still there, as data. */
export function FailedTurn({ turn, error }: { turn: Turn; error: unknown }) {
  const { strings } = useWords()
  const messages =
    turn.role === 'assistant'
      ? turn.steps.flatMap((step) => [step.assistant, ...step.results])
      : [turn.message]
  return (
    <Notice
      role="note"
      tone="danger"
      icon="error"
      title={strings.notice.renderFailed}
      detail={`${error instanceof Error ? `${error.message}. ` : ''}${strings.notice.renderFailedDetail}`}
    >
      <details className="ap:basis-full">
        <summary>{strings.notice.renderFailedData}</summary>
        <pre
          tabIndex={0}
          role="group"
          aria-label={strings.notice.renderFailedData}
          className="ap:max-h-60 ap:overflow-auto ap:text-data ap:whitespace-pre-wrap"
        >
          {jsonText(messages, 2)}
        </pre>
      </details>
    </Notice>
  )
}
