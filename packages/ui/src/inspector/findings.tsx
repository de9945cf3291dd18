import { lintTranscript, type Finding } from '@antiphon/core'
import { useMemo } from 'react'
import { Button } from '../components/button/button.js'
import { Icon } from '../icons/icon.js'
import type { IconName } from '../icons/icon-shapes.js'
import { RevealedText } from '../lib/revealed-text.js'
import { useInspectorWords } from './use-inspector-words.js'

const icons: Record<Finding['severity'], IconName> = { error: 'error', warning: 'alert', info: 'notice' }

/** Findings at once; a broken thread repeats itself. */
const SHOWN = 100

/** What is wrong with messages, for the endpoint that reads them. A profile that is not known says nothing. */
export function useFindings(
  messages: readonly unknown[],
  profile: string | undefined,
  model: string | undefined,
) {
  return useMemo(() => {
    const options = model === undefined ? {} : { model }
    try {
      return lintTranscript(messages, profile, options)
    } catch {
      // A profile of the host's own has no name here.
      return lintTranscript(messages, undefined, options)
    }
  }, [messages, profile, model])
}

export interface FindingsProps {
  findings: readonly Finding[]
  /** Absent: nothing can be changed from here. */
  onFix?: (findings: readonly Finding[]) => void
  /** Why nothing can be fixed just now. */
  blocked?: string
  /** What came of the last fix. */
  note?: string
}

/** What lint says of the messages, each with its effect and, where one is safe, its fix. */
export function Findings({ findings, onFix, blocked, note }: FindingsProps) {
  const { inspector, formats } = useInspectorWords()
  const fixable = findings.filter(({ fix }) => fix)
  return (
    <section data-slot="wire-findings">
      <h3 data-slot="wire-heading">
        {inspector.findings}
        {onFix && fixable.length > 1 && (
          <Button variant="small" aria-disabled={blocked !== undefined} onClick={() => onFix(fixable)}>
            {inspector.fixAll}
          </Button>
        )}
      </h3>
      {note && (
        <p data-slot="wire-hint" role="status">
          {note}
        </p>
      )}
      {blocked && fixable.length > 0 && <p data-slot="wire-hint">{blocked}</p>}
      {findings.length === 0 && <p data-slot="wire-hint">{inspector.noFindings}</p>}
      <ul role="list">
        {findings.slice(0, SHOWN).map((finding, index) => (
          <li key={index} data-severity={finding.severity}>
            <span data-slot="wire-mark">
              <Icon name={icons[finding.severity]} />
              <span className="ap:sr-only">{inspector.severity[finding.severity]} </span>
            </span>
            <div className="ap:min-w-0 ap:flex-1">
              <p>
                <RevealedText text={finding.message} />
              </p>
              <p className="ap:text-text-2">
                <RevealedText text={finding.effect} />
              </p>
              <p className="ap:text-text-3">
                <code>{finding.rule}</code> <code>{finding.path}</code>
              </p>
            </div>
            {onFix && finding.fix && (
              <Button
                variant="small"
                aria-disabled={blocked !== undefined}
                aria-label={`${inspector.fix}: ${finding.fix.title}`}
                title={finding.fix.title}
                onClick={() => onFix([finding])}
              >
                {inspector.fix}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {findings.length > SHOWN && (
        <p data-slot="wire-hint">
          {inspector.findingsCount(findings.length, formats.number(findings.length))}
        </p>
      )}
    </section>
  )
}
