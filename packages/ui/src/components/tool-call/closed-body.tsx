'use client'

import { field, isRecord } from '@antiphon/base'
import type { ToolMessage, LiveCall, PairedCall } from '@antiphon/core'
import { memo, useState, type ReactNode } from 'react'
import { isScalar, scalarText, type JsonReading } from '../../lib/json.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useStaticPage } from '../../lib/static-page.js'
import { clip, stripColors } from '../../lib/text.js'
import { englishCallBody } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useIsForPeople } from '../context/audience-context.js'
import { treeWords } from '../json-tree/json-tree.js'
import { Part } from '../part/part.js'
import { diffSigns } from '../tool-result/diff-result.js'
import {
  FIRST_FIELDS,
  FIRST_ROWS,
  firstText,
  LONGEST_CELL,
  LONGEST_LINE,
} from '../tool-result/long-results.js'
import { isWords, resultViews, type ResultView } from '../tool-result/tool-result.js'
import { agentMessages } from './agent-messages.js'
import { agentWords } from './agent-words.js'
import { readSteps } from '../tool-steps/tool-steps.js'
import { useArgumentNames } from './tool-title.js'
import { usePrinting } from '../../lib/use-printing.js'

/** The end of a running tool's output, which its box shows. */
const OUTPUT = 4_000

function argumentWords(
  raw: string,
  json: JsonReading,
  nameOf: (key: string) => string,
  isForPeople: boolean,
): string {
  if (!json.ok || !json.exact) return firstText(raw)
  const { value } = json
  if (!isRecord(value)) return treeWords(value, isForPeople)
  const wordsOf = (one: unknown): string =>
    isScalar(one) ? firstText(scalarText(one)) : treeWords(one, isForPeople)
  return Object.keys(value)
    .slice(0, FIRST_FIELDS)
    .map((key) => `${nameOf(key)} ${wordsOf(value[key])}`)
    .join('\n')
}

function viewWords(view: ResultView, words: typeof englishCallBody): string {
  switch (view.kind) {
    case 'nothing':
      return words.returnedNothing
    case 'text':
      return stripColors(firstText(view.text))
    case 'markdown':
      return view.text
    case 'tree':
      return treeWords(view.value)
    case 'data':
      return viewWords(view.view, words)
    case 'diff':
      return view.lines
        .slice(0, FIRST_ROWS)
        .map(({ type, text }) => diffSigns[type] + text.slice(0, LONGEST_LINE))
        .join('\n')
    case 'table': {
      const { columns, rows } = view
      const lines = rows.slice(0, FIRST_ROWS).map((row) => columns.map((column) => cellWords(row, column)))
      return [columns, ...lines].map((line) => line.join(' ')).join('\n')
    }
    case 'part':
      return fileName(view.part)
    default:
      return view satisfies never
  }
}

function cellWords(row: Record<string, unknown>, column: string): string {
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  return isScalar(value) ? clip(scalarText(value), LONGEST_CELL) : ''
}

function fileName(part: unknown): string {
  const file = field(part, 'type') === 'file' ? field(part, 'file') : undefined
  const name = field(file, 'filename')
  return typeof name === 'string' ? name : ''
}

export interface ClosedBodyProps {
  open: boolean
  call: PairedCall
  live?: LiveCall
  json: JsonReading
  /** The body itself. */
  children: ReactNode
}

/**
 * An unopened body is one text of its words. It renders when it is opened, found or printed, and stays after that. Most
 * bodies are never opened, and rendering twenty trees in the frame in which twenty calls end would block the page.
 */
export function ClosedBody({ open, children, ...words }: ClosedBodyProps) {
  const [opened, setOpened] = useState(useStaticPage() !== undefined || open)
  if (open && !opened) setOpened(true)
  return opened || open ? children : <UnlessPrinted {...words}>{children}</UnlessPrinted>
}

function UnlessPrinted({ call, live, json, children }: Omit<ClosedBodyProps, 'open'>) {
  const printing = usePrinting()
  if (printing) return children
  return (
    <Words
      raw={call.call.function.arguments}
      json={json}
      result={call.result}
      steps={live?.steps}
      output={live?.output}
    />
  )
}

interface WordsProps {
  raw: string
  json: JsonReading
  result: ToolMessage | undefined
  steps: LiveCall['steps']
  output: string | undefined
}

/**
 * The words of a call's body in order, as one plain text. It replaces a body that nobody has opened, so that find-in-page,
 * select-all and pages without scripts reach it. It has the words that the body would show at first, so a match is still there
 * after opening. Each delta makes a new pairing, but of the same objects.
 */
const Words = memo(function Words({ raw, json, result, steps, output }: WordsProps) {
  const told = useEntryWords('call', englishCallBody)
  const agent = agentMessages(result)
  const nameOf = useArgumentNames()
  const isForPeople = useIsForPeople()
  const words = [argumentWords(raw, json, nameOf, isForPeople) || told.noArguments]
  for (const { title, detail } of readSteps(steps, result))
    words.push(detail === undefined ? title : `${title} ${detail}`)
  const views = result ? resultViews(result) : []
  if (result)
    words.push(...(isForPeople ? views.filter(isWords) : views).map((view) => viewWords(view, told)))
  else if (output) words.push(stripColors(output.slice(-OUTPUT)))
  if (agent) words.push(agentWords(agent))
  return (
    <Part as="div" slot="tool-call-body" data-closed="" dir="auto">
      <RevealedText text={words.filter(Boolean).join('\n')} padding />
    </Part>
  )
})
