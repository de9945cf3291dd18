'use client'

import { useEffect, useState } from 'react'
import { fileBlob, type FileData } from '../../lib/files.js'
import { englishMedia } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'

/** The size of a file in its own unit, as far as it can be read without a library. */
type FileFacts = { pages: number } | { lines: number } | undefined

/** Larger files are not searched for a figure. */
const MOST = 8_000_000

const isText = (name: string, type = ''): boolean =>
  type.startsWith('text/') ||
  /json|csv|xml/.test(type) ||
  /\.(?:csv|tsv|txt|md|json|jsonl|log|ya?ml|xml)$/i.test(name)

/**
 * Pages of a PDF that lists them openly; lines of a text. Nothing where that cannot be told: a figure is never guessed.
 */
async function readFileFacts(name: string, data: FileData): Promise<FileFacts> {
  if (data.bytes > MOST) return undefined
  const blob = fileBlob(data)
  if (!blob) return undefined
  const isPdf = data.type === 'application/pdf' || /\.pdf$/i.test(name)
  if (isPdf) {
    const source = new TextDecoder('latin1').decode(await blob.arrayBuffer())
    const pages = source.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0
    return pages > 0 ? { pages } : undefined
  }
  if (!isText(name, data.type)) return undefined
  const text = await blob.text()
  const lines = text === '' ? 0 : text.replace(/\r?\n$/, '').split('\n').length
  return lines > 0 ? { lines } : undefined
}

/** ` · 14 pages`, after the size of a file: a narrow card cuts the end of the line. */
export function FileFigure({ name, file }: { name: string; file: FileData }) {
  const { formats } = useWords()
  const words = useEntryWords('media', englishMedia)
  const [facts, setFacts] = useState<FileFacts>()
  useEffect(() => {
    let left = false
    void readFileFacts(name, file).then((found) => {
      if (!left) setFacts(found)
    })
    return () => {
      left = true
    }
  }, [file, name])
  if (!facts) return null
  const count = 'pages' in facts ? facts.pages : facts.lines
  return ` · ${words['pages' in facts ? 'pages' : 'lines'](count, formats.number(count))}`
}
