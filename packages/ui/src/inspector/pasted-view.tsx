import type { Finding } from '@antiphon/core'
import { useState } from 'react'
import { Button } from '../components/button/button.js'
import { JsonTree } from '../components/json-tree/json-tree.js'
import { Transcript } from '../components/transcript/transcript.js'
import { useInspectorWords } from './use-inspector-words.js'
import { fixed } from './apply-fix.js'
import { CopyTextButton } from './copy-text-button.js'
import { Findings, useFindings } from './findings.js'
import type { PastedMessages } from './open-dump.js'
import { jsonText } from '../lib/json-text.js'

export interface PastedViewProps {
  pasted: PastedMessages
  onBack: () => void
}

/** Messages on their own: what is wrong with them, fixed on request, and how they look. */
export function PastedView({ pasted, onBack }: PastedViewProps) {
  const { inspector } = useInspectorWords()
  const [messages, setMessages] = useState(pasted.messages)
  const [note, setNote] = useState<string>()
  const findings = useFindings(messages, undefined, pasted.model)
  const fix = (chosen: readonly Finding[]): void => {
    setMessages(fixed(messages, chosen))
    setNote(inspector.fixedHere)
  }
  return (
    <div data-slot="wire-scroll">
      <div data-slot="wire-actions">
        <Button variant="small" onClick={onBack}>
          {inspector.backToExchanges}
        </Button>
        <CopyTextButton label={inspector.copyMessages} getText={() => jsonText(messages, 2)} />
      </div>
      <Findings findings={findings} onFix={fix} note={note} />
      <section>
        <h3 data-slot="wire-heading">{inspector.preview}</h3>
        <div data-slot="wire-preview">
          <Transcript
            messages={messages}
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
