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
  error: 'font-title text-danger',
  warning: 'font-title text-warn',
  info: 'font-title text-info',
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
      <ul className="flex flex-col gap-2">
        {findings.slice(0, SHOWN).map((finding, i) => (
          <li key={i} className="text-data break-words">
            <details>
              <summary className="ms-4.5 list-outside text-text">
                <span className={tones[finding.severity]}>{said.severities[finding.severity]}</span>{' '}
                {finding.message}
              </summary>
              <div className="flex flex-col items-start gap-0.5 ps-4.5 text-text-2">
                <code className="font-mono wrap-anywhere">{finding.path}</code>
                <p>{finding.effect}</p>
                {finding.fix && (
                  <Button
                    variant="small"
                    aria-label={said.fixAt(finding.fix.title, finding.path)}
                    className="-ms-2"
                    onClick={() => apply([finding])}
                  >
                    {said.fix(finding.fix.title)}
                  </Button>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
      {findings.length > SHOWN && (
        <p className="text-data text-text-2">{said.andMore(figure(findings.length - SHOWN))}</p>
      )}
    </PanelSection>
  )
}
