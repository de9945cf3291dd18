'use client'

import { useState } from 'react'
import { readFileData } from '../../lib/files.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { formatBytes } from '../../lib/text.js'
import { useWords } from '../../strings/strings.js'
import { FileFigure } from './file-figure.js'

/** The kind of a file in at most four letters, from the end of its name, else from its type. */
const kindOf = (name: string, type = ''): string =>
  (
    /\.([a-z0-9]{1,4})$/i.exec(revealToString(name))?.[1] ??
    type.split('/')[1]?.slice(0, 4) ??
    '?'
  ).toUpperCase()

/** A file that was sent, by `data` (a data address or bare base64): its kind, its name, and how much is in it. */
export function FileCard({ name, data }: { name: string; data?: unknown }) {
  const { formats } = useWords()
  const [file] = useState(() => readFileData(data))
  const kind = kindOf(name, file?.type)
  return (
    <span data-slot="file-card" data-kind={kind.toLowerCase()}>
      <span data-slot="file-kind" aria-hidden="true">
        {kind}
      </span>
      <span data-slot="file-words">
        <span data-slot="attachment-name" title={revealToString(name)}>
          <RevealedText text={name} />
        </span>{' '}
        {file && (
          <span data-slot="attachment-detail">
            {formatBytes(formats.locale, file.bytes)}
            <FileFigure name={name} file={file} />
          </span>
        )}
      </span>
    </span>
  )
}
