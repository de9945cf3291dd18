import { useMemo, useState } from 'react'
import { byteUnits, fileBlob, readFileData } from '../../lib/file-data.js'
import { revealToString } from '../../lib/reveal-text.js'
import { safeFileName, saveFile } from '../../lib/save-file.js'
import { useWords } from '../../strings/strings.js'
import { Attachment } from '../attachment/attachment.js'
import { Button } from '../button/button.js'

export interface FileResultProps {
  /** The `file` of a part. */
  file: Readonly<Record<string, unknown>>
}

/** A file that a tool returned: its name, its size, and a way to save it. It is never opened. */
export function FileResult({ file }: FileResultProps) {
  const { strings, formats } = useWords()
  const [failed, setFailed] = useState(false)
  const data = useMemo(() => readFileData(file['file_data']), [file])
  const id =
    typeof file['file_id'] === 'string' ? strings.attachment.fileId(revealToString(file['file_id'])) : ''
  const given = typeof file['filename'] === 'string' ? file['filename'] : ''
  const name = given || id || strings.attachment.file
  const size = data && byteUnits(data.bytes)
  const details = [
    data?.type && revealToString(data.type),
    size && formatSize(formats.locale, size.amount, size.unit),
  ]
  const save = (): void => {
    const blob = data && fileBlob(data)
    if (blob) saveFile(blob, safeFileName(given, 'file'))
    setFailed(!blob)
  }
  return (
    <span data-slot="file-result">
      <Attachment
        icon="file"
        name={name}
        state={failed ? 'error' : 'ready'}
        detail={failed ? strings.result.unreadableFile : details.filter(Boolean).join(', ') || undefined}
      />
      {data && !failed && (
        <Button
          variant="small"
          aria-label={strings.result.saveFile(revealToString(name))}
          data-print="hide"
          onClick={save}
        >
          {strings.result.save}
        </Button>
      )}
    </span>
  )
}

function formatSize(locale: string, amount: number, unit: string): string {
  const maximumFractionDigits = amount < 10 ? 1 : 0
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(
    amount,
  )
}
