'use client'

import { readDump, responseOf } from '../dumps.js'
import type { Recorder } from '../recorder.js'
import type { WireExchange, WireReaders, WireReport } from '../types.js'
import { useEffect, useId, useRef, useState } from 'react'
import { Button, Transcript } from '@antiphon/ui'
import { JsonTree } from '@antiphon/ui/parts'
import { isComposing } from '@antiphon/ui/functions'
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

export interface PasteFormProps {
  onRead: (text: string) => void
  onCancel: () => void
}

/** Takes any text from a chat, and the panel detects its kind. */
export function PasteForm({ onRead, onCancel }: PasteFormProps) {
  const { inspector } = useInspectorWords()
  const id = useId()
  const [text, setText] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  // It was asked for, so it is what comes next.
  useEffect(() => box.current?.focus(), [])
  const isEmpty = text.trim() === ''
  return (
    <form
      data-slot="wire-paste"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onRead(text)
      }}
    >
      <label htmlFor={id} data-slot="wire-heading">
        {inspector.pasteLabel}
      </label>
      <textarea
        id={id}
        data-slot="wire-input"
        rows={8}
        dir="ltr"
        spellCheck={false}
        ref={box}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event)) return
          event.stopPropagation()
          onCancel()
        }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div data-slot="wire-actions">
        <Button
          type="submit"
          variant="primary"
          aria-disabled={isEmpty}
          title={isEmpty ? inspector.pasteEmpty : undefined}
        >
          {inspector.pasteRead}
        </Button>
        <Button onClick={onCancel}>{inspector.pasteCancel}</Button>
      </div>
    </form>
  )
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
