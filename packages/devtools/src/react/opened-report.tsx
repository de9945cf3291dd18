'use client'

import type { WireReport } from '../types.js'
import { Button, RevealedText } from '@antiphon/ui'
import { JsonTree } from '@antiphon/ui/parts'
import { useInspectorWords } from './words.js'

export interface OpenedReportProps {
  report: WireReport
  /** Shows the array as it was. */
  onMessages: () => void
}

/** The report in an opened file, about its exchanges. */
export function OpenedReport({ report, onMessages }: OpenedReportProps) {
  const { inspector, formats } = useInspectorWords()
  const { note, messages, versions, settings, redacted } = report
  const about = { ...(versions && { versions }), ...(settings && { settings }) }
  return (
    <section data-slot="wire-paste" aria-label={inspector.reportOpened}>
      <h3 data-slot="wire-heading">{inspector.reportOpened}</h3>
      {note !== undefined && (
        <p dir="auto" className="ap:break-words">
          <RevealedText text={note} />
        </p>
      )}
      {redacted && redacted.values > 0 && (
        <p data-slot="wire-hint">{inspector.reportRedacted(formats.number(redacted.values))}</p>
      )}
      {Object.keys(about).length > 0 && (
        <details>
          <summary data-slot="wire-facts">{inspector.reportAbout}</summary>
          <JsonTree value={about} label={inspector.reportAbout} />
        </details>
      )}
      {messages && messages.length > 0 && (
        <div data-slot="wire-actions">
          <Button variant="small" onClick={onMessages}>
            {inspector.reportMessages}
          </Button>
        </div>
      )}
    </section>
  )
}
