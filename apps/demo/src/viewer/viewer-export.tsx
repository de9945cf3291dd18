import type { Message } from '@antiphon/core'
import type { TranscriptDocument } from '@antiphon/core/formats'
import { Button, copyText } from '@antiphon/ui'
import { useMemo, useState } from 'react'
import { Select } from '../settings/select.js'
import { saveFile } from '../threads/save-file.js'
import { exportAs, exportKinds, lossesAs, type Exported } from './export-kinds.js'
import { PanelSection } from './panel-section.js'

export interface ViewerExportProps {
  messages: readonly Message[]
  title: string
  /** What stood around the messages in the file they are from. */
  document?: TranscriptDocument
}

/** Takes the messages away: as a page, as text, or as the JSON of any system, with every loss named. */
export function ViewerExport({ messages, title, document }: ViewerExportProps) {
  const [kind, setKind] = useState('html')
  const [note, setNote] = useState('')
  // Made when it is wanted; only what can lose something is made at once, to say what.
  const losses = useMemo(() => lossesAs(kind, messages, title, document), [kind, messages, title, document])
  const make = (then: (exported: Exported) => void): void => {
    try {
      then(exportAs(kind, messages, title, document))
    } catch (error) {
      setNote(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <PanelSection title="Take away">
      <Select
        aria-label="Take away as"
        placeholder="Choose a form"
        options={exportKinds}
        value={kind}
        onChange={(value) => {
          setKind(value || 'html')
          setNote('')
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="small"
          onClick={() =>
            make(({ text, ending, mime }) => saveFile(`${fileName(title)}.${ending}`, text, mime))
          }
        >
          Download
        </Button>
        <Button
          variant="small"
          onClick={() =>
            make(({ text }) => {
              // As text only, whatever it is.
              void copyText(text).then((copied) => setNote(copied ? 'Copied.' : 'Copying was not allowed.'))
            })
          }
        >
          Copy
        </Button>
      </div>
      <p role="status" className="text-data text-text-2 empty:hidden">
        {note}
      </p>
      {losses.length > 0 && (
        <ul
          aria-label="What is lost or changed"
          className="flex list-disc flex-col gap-1 ps-4 text-data text-text-2"
        >
          {losses.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

const fileName = (title: string): string =>
  title
    .replace(/\.[a-z]{2,5}$/i, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'transcript'
