'use client'

import { useEffect, useState } from 'react'
import { readFileData } from '../../lib/files.js'
import { useLazyModule } from '../../lib/lazy-module.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { formatBytes } from '../../lib/text.js'
import { useWords } from '../../strings/strings.js'
import { Root, type RootProps } from '../part/part.js'
import type { FileFacts } from './file-facts.js'
import { lazyMedia } from './lazy-media.js'

export interface FileCardProps extends Omit<RootProps<'span'>, 'name'> {
  name: string
  /** A data address or bare base64, as it was sent. */
  data?: unknown
}

const kinds: Record<string, string> = { jpeg: 'jpg', markdown: 'md', plain: 'txt', 'x-ndjson': 'jsonl' }

/** What a file is, in at most four letters, by the end of its name, else by its type. */
function kindOf(name: string, type: string | undefined): string {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(revealToString(name))?.[1]
  const sort = type?.split('/')[1] ?? ''
  return (ending ?? kinds[sort] ?? sort.slice(0, 4)).toUpperCase()
}

/** A file that was sent: its kind, its name, and how much is in it. */
export function FileCard({ name, data, ...rest }: FileCardProps) {
  const { strings, formats } = useWords()
  const words = strings.attachment
  const [file] = useState(() => readFileData(data))
  const [facts, setFacts] = useState<FileFacts>()
  const media = useLazyModule(lazyMedia, file !== undefined)
  useEffect(() => {
    if (!media || !file) return
    let left = false
    void media.readFileFacts(name, file).then((found) => {
      if (!left) setFacts(found)
    })
    return () => {
      left = true
    }
  }, [media, file, name])
  const kind = kindOf(name, file?.type)
  const details = [
    facts &&
      ('pages' in facts
        ? words.pages(facts.pages, formats.number(facts.pages))
        : words.lines(facts.lines, formats.number(facts.lines))),
    file && formatBytes(formats.locale, file.bytes),
  ]
  return (
    <Root as="span" slot="file-card" data-kind={kind.toLowerCase()} {...rest}>
      <span data-slot="file-kind" aria-hidden="true">
        {kind || '?'}
      </span>
      <span data-slot="file-words">
        <span data-slot="attachment-name" title={revealToString(name)}>
          <RevealedText text={name} />
        </span>{' '}
        <span data-slot="attachment-detail">{details.filter(Boolean).join(' · ')}</span>
      </span>
    </Root>
  )
}
