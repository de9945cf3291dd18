import { type Message } from '@antiphon/core'
import { listProfiles } from '@antiphon/providers'
import { fixTranscript, lintTranscript, type Finding } from '@antiphon/lint'
import { Button } from '@antiphon/ui'
import { useMemo, useState } from 'react'
import { Select, figure } from 'app-parts'
import { englishViewer as said } from '../words/english-viewer.js'
import { PanelSection } from './panel-section.js'

export interface ViewerLintProps {
  messages: readonly Message[]
  onFix: (messages: Message[]) => void
}

const profiles = Object.fromEntries(listProfiles().map(({ id, name }) => [id, name]))
const tones: Record<Finding['severity'], string> = {
  error: 'text-danger',
  warning: 'text-warn',
  info: 'text-info',
}
/** Maximum number of findings to list. */
const SHOWN = 50

/** Problems of the messages, what each endpoint would do about it, and what mends it. */
export function ViewerLint({ messages, onFix }: ViewerLintProps) {
  const [profile, setProfile] = useState('')
  const findings = useMemo(() => lintTranscript(messages, profile || undefined), [messages, profile])
  const fixable = findings.filter(({ fix }) => fix !== undefined)
  const apply = (chosen: readonly Finding[]): void =>
    onFix(fixTranscript(messages, chosen).messages as unknown as Message[])

  return (
    <PanelSection
      title={said.findings}
      detail={findings.length === 0 ? said.noFindings : String(findings.length)}
    >
      <Select
        aria-label={said.checkFor}
        placeholder={said.anyEndpoint}
        options={profiles}
        value={profile}
        onChange={setProfile}
      />
      {fixable.length > 1 && (
        <Button className="self-start" onClick={() => apply(fixable)}>
          {said.fixAll(fixable.length)}
        </Button>
      )}
      <ul className="flex flex-col gap-3">
        {findings.slice(0, SHOWN).map((finding, i) => (
          <li key={i} className="flex flex-col gap-0.5 text-data">
            <p className="break-words">
              <span className={`font-title ${tones[finding.severity]}`}>
                {said.severities[finding.severity]}
              </span>{' '}
              <code className="font-mono text-text-2">{finding.path}</code>
            </p>
            <p className="break-words text-text">{finding.message}</p>
            <p className="break-words text-text-2">{finding.effect}</p>
            {finding.fix && (
              // The words of a quiet button begin where those above them do.
              <div className="-ms-2">
                <Button
                  variant="small"
                  aria-label={said.fixAt(finding.fix.title, finding.path)}
                  onClick={() => apply([finding])}
                >
                  {said.fix(finding.fix.title)}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {findings.length > SHOWN && (
        <p className="text-data text-text-2">{said.andMore(figure(findings.length - SHOWN))}</p>
      )}
    </PanelSection>
  )
}
