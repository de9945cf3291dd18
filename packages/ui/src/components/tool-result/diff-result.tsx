'use client'

import { useState, useMemo } from 'react'
import { fileBlob, readFileData, safeFileName, saveFile } from '../../lib/files.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { useFirst } from '../../lib/static-page.js'
import { formatBytes } from '../../lib/text.js'
import { englishResult } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Attachment } from '../attachment/attachment.js'
import { Button } from '../button/button.js'
import { useIsForPeople } from '../context/audience-context.js'
import { FIRST_ROWS, LONGEST_LINE, MoreButtons } from './long-results.js'

/** One line of a unified diff: `text` is without its sign. */
export interface UnifiedLine {
  type: 'file' | 'hunk' | 'same' | 'removed' | 'added' | 'note'
  text: string
}

/** The signs before the text of a line. */
export const diffSigns: Record<UnifiedLine['type'], string> = {
  file: '',
  hunk: '',
  note: '',
  same: ' ',
  removed: '-',
  added: '+',
}

/** Lines that tools write between the changes of two files. */
const fileLine =
  /^(?:diff |index [\da-f]|old mode |new mode |new file mode |deleted file mode |similarity index |dissimilarity index |rename (?:from|to) |copy (?:from|to) |Binary files |Index: |={10,}$|$)/
const hunkHeader = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/**
 * Reads a unified diff as `diff -u` and git write it. Undefined for anything else: every line must have its place and every
 * hunk the number of lines that its header promises, so that prose with signs in front is never taken for one.
 */
export function readUnifiedDiff(text: string): UnifiedLine[] | undefined {
  if (!/(?:^|\n)--- /.test(text.slice(0, 20_000))) return undefined
  const source = text.replace(/\r?\n$/, '').split('\n')
  const lines: UnifiedLine[] = []
  let hunks = 0
  for (let at = 0; at < source.length;) {
    const line = source[at]!
    const header = hunkHeader.exec(line)
    if (header && lines.length > 0) {
      lines.push({ type: 'hunk', text: line })
      const end = readHunk(source, at + 1, count(header[1]), count(header[2]), lines)
      if (end === undefined) return undefined
      hunks++
      at = end
    } else if (line.startsWith('--- ') && source[at + 1]?.startsWith('+++ ')) {
      lines.push({ type: 'file', text: line }, { type: 'file', text: source[at + 1]! })
      at += 2
    } else if (fileLine.test(line)) {
      lines.push({ type: 'file', text: line })
      at++
    } else return undefined
  }
  return hunks > 0 ? lines : undefined
}

/** A header without a number means one line. */
function count(digits: string | undefined): number {
  return digits === undefined ? 1 : Number(digits)
}

/** Returns the place after the hunk, or undefined when the hunk does not match its header. */
function readHunk(
  source: readonly string[],
  from: number,
  before: number,
  after: number,
  lines: UnifiedLine[],
): number | undefined {
  let [left, right, at] = [before, after, from]
  for (; left > 0 || right > 0; at++) {
    const line = source[at]
    if (line === undefined) return undefined
    const sign = line[0]
    if (sign === '\\') {
      lines.push({ type: 'note', text: line })
      continue
    }
    // Some editors take the blank of an empty line away.
    const type =
      sign === '-' ? 'removed' : sign === '+' ? 'added' : sign === ' ' || line === '' ? 'same' : undefined
    if (!type) return undefined
    if (type !== 'added') left--
    if (type !== 'removed') right--
    if (left < 0 || right < 0) return undefined
    lines.push({ type, text: line.slice(1) })
  }
  for (; source[at]?.startsWith('\\'); at++) lines.push({ type: 'note', text: source[at]! })
  return at
}

const STEP = 2_000

export interface DiffResultProps {
  lines: readonly UnifiedLine[]
  label: string
}

/** A unified diff. Signs are real text, so a copy is a valid patch; elements mark added and removed lines. */
export function DiffResult({ lines, label }: DiffResultProps) {
  const { formats } = useWords()
  const words = useEntryWords('result', englishResult)
  const [limit, setLimit] = useState(useFirst(FIRST_ROWS))
  const longest = useFirst(LONGEST_LINE)
  return (
    <>
      <pre data-slot="diff" tabIndex={0} role="group" aria-label={label}>
        {lines.slice(0, limit).map(({ type, text }, index) => {
          const line = (
            <>
              {diffSigns[type]}
              <RevealedText text={text.slice(0, longest)} padding />
              {text.length > longest && words.clipped(formats.number(text.length))}
            </>
          )
          return (
            <div key={index} data-type={type}>
              {type === 'removed' ? <del>{line}</del> : type === 'added' ? <ins>{line}</ins> : line}
            </div>
          )
        })}
      </pre>
      <MoreButtons
        shown={limit}
        total={lines.length}
        first={FIRST_ROWS}
        step={STEP}
        all={words.showAllLines}
        onShow={setLimit}
      />
    </>
  )
}

/** A file that a tool returned, the `file` of a part: its name, its size, for developers its type, and a way to save it. It is never opened. */
export function FileResult({ file }: { file: Readonly<Record<string, unknown>> }) {
  const { strings, formats } = useWords()
  const words = useEntryWords('result', englishResult)
  const [failed, setFailed] = useState(false)
  const data = useMemo(() => readFileData(file['file_data']), [file])
  const id =
    typeof file['file_id'] === 'string' ? strings.attachment.fileId(revealToString(file['file_id'])) : ''
  const given = typeof file['filename'] === 'string' ? file['filename'] : ''
  const name = given || id || strings.attachment.file
  const type = !useIsForPeople() && data?.type && revealToString(data.type)
  const size = data && formatBytes(formats.locale, data.bytes)
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
        detail={failed ? words.unreadableFile : [type, size].filter(Boolean).join(', ') || undefined}
      />
      {data && !failed && (
        <Button
          variant="small"
          aria-label={words.saveFile(revealToString(name))}
          data-print="hide"
          onClick={save}
        >
          {words.save}
        </Button>
      )}
    </span>
  )
}
