'use client'

import { readDump, responseOf } from '../dumps.js'
import type { Recorder } from '../recorder.js'
import type { WireExchange, WireReaders, WireReport } from '../types.js'
import { Button, Transcript } from '@antiphon/ui'
import { JsonTree } from '@antiphon/ui/parts'
import { Findings, useFindings } from './findings.js'
import { useInspectorWords } from './words.js'

/** A view of pasted messages only. */
export interface PastedMessages {
  messages: readonly unknown[]
  /** The model of the request they came in. */
  model?: string
}

/** The result of opening: exchanges that are in the recorder now, or messages. */
export type Opened = { exchanges: readonly WireExchange[]; report?: WireReport } | { pasted: PastedMessages }

/**
 * Takes a pasted text or the bytes of a file in. Bytes of a response are kept as they are, text or not.
 *
 * @throws CaptureError
 */
export function openDump(
  source: string | Uint8Array,
  recorder: Recorder,
  readers: WireReaders | undefined,
): Opened {
  const dump = readDump(typeof source === 'string' ? source : new TextDecoder().decode(source), { readers })
  if (dump.kind === 'messages') return { pasted: { messages: dump.messages } }
  if (dump.kind === 'request') {
    const { model } = dump.body
    return { pasted: { messages: dump.messages, ...(typeof model === 'string' && { model }) } }
  }
  const exchanges = dump.kind === 'capture' ? dump.exchanges : [responseOf(source)]
  const report = dump.kind === 'capture' ? dump.report : undefined
  recorder.add(exchanges)
  const added = recorder.getExchanges().slice(-exchanges.length)
  // In the recorder they have ids of its own.
  const at = exchanges.findIndex(({ id }) => id === report?.at?.exchange)
  const place = report?.at && added[at] && { exchange: added[at].id, byte: report.at.byte }
  return { exchanges: added, ...(report && { report: { ...report, at: place } }) }
}

export interface PastedViewProps {
  pasted: PastedMessages
  onBack: () => void
}

/** Messages on their own: what is wrong with them, and how they look. */
export function PastedView({ pasted, onBack }: PastedViewProps) {
  const { inspector } = useInspectorWords()
  const { messages, model } = pasted
  const findings = useFindings(messages, undefined, model)
  return (
    <div data-slot="wire-scroll">
      <div data-slot="wire-actions">
        <Button variant="small" onClick={onBack}>
          {inspector.backToExchanges}
        </Button>
      </div>
      <Findings findings={findings} />
      <section>
        <h3 data-slot="wire-heading">{inspector.preview}</h3>
        <div data-slot="wire-preview">
          <Transcript
            messages={messages}
            showSystem
            announce="off"
            density="compact"
            strings={{ transcript: { label: inspector.preview } }}
          />
        </div>
      </section>
      <section>
        <h3 data-slot="wire-heading">{inspector.messages}</h3>
        <JsonTree value={messages} label={inspector.messages} />
      </section>
    </div>
  )
}
