import type { CallState } from '@antiphon/core'
import { useState } from 'react'
import { isRecord, isScalar, scalarText, type JsonReading } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { JsonTree } from '../json-tree/json-tree.js'

export interface ToolArgsProps {
  /** The arguments as the model wrote them. */
  raw: string
  json: JsonReading
  /** Name of the tool, for labels. */
  name: string
  state?: CallState
}

/** The arguments of a call: pairs when they are flat, a tree when they are deep, the text as it came on request. */
export function ToolArgs({ raw, json, name, state = 'done' }: ToolArgsProps) {
  const { strings } = useWords()
  const [showRaw, setShowRaw] = useState(false)
  const readable = json.ok && json.exact
  const empty = raw.trim() === '' || (json.ok && isRecord(json.value) && Object.keys(json.value).length === 0)
  const label = strings.call.argumentsOf(name)
  if (empty) {
    return state === 'writing' ? null : <div data-slot="tool-args-empty">{strings.call.noArguments}</div>
  }
  return (
    <div data-slot="tool-args">
      {readable && (
        <Button
          variant="small"
          data-print="hide"
          className="antiphon-raw-toggle"
          aria-pressed={showRaw}
          onClick={() => setShowRaw(!showRaw)}
        >
          {showRaw ? strings.call.showFields : strings.call.showRaw}
        </Button>
      )}
      {readable && !showRaw ? (
        <Fields value={json.value} label={label} />
      ) : (
        <RawArguments raw={raw} label={label} note={!json.ok && state !== 'writing' && state !== 'cut-off'} />
      )}
    </div>
  )
}

function Fields({ value, label }: { value: unknown; label: string }) {
  if (!isRecord(value) || !Object.values(value).every(isScalar))
    return <JsonTree value={value} label={label} />
  return (
    <dl data-slot="pairs" aria-label={label}>
      {Object.entries(value).map(([key, field]) => (
        <div key={key}>
          <dt>
            <RevealedText text={key} />
          </dt>
          <dd>
            <code data-type={field === null ? 'null' : typeof field}>
              <RevealedText text={isScalar(field) ? scalarText(field) : ''} padding />
            </code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RawArguments({ raw, label, note }: { raw: string; label: string; note: boolean }) {
  const { strings } = useWords()
  return (
    <>
      {note && <p className="ap:px-3 ap:pt-2 ap:text-data ap:text-warn">{strings.call.notJson}</p>}
      <pre data-slot="raw" tabIndex={0} role="group" aria-label={label}>
        <RevealedText text={raw} padding />
      </pre>
    </>
  )
}
