import { decodeJson, isRecord, textOf, type JsonObject } from '@antiphon/base'
import type { ParsedTranscript, ReportLoss } from '../types.js'

type Read = Omit<ParsedTranscript, 'losses'>

/** Texts of an entry that are looked for. One of them is enough to tell that it was read. */
const MOST = 24
/** Two words in a row, which an id, a path or a time does not have. */
const SENTENCE = /\p{L}\p{L}\p{P}?\s+\p{L}\p{L}/u
/** The kind of an entry, under its usual names. */
const KINDS = ['type', 'kind', 'role', 'event', 'name']

/**
 * A reading with each entry accounted for: it is in a message, or kept and counted. An entry of which nothing is anywhere is kept,
 * counted as "not read" by its kind, and named as a loss. Entries without a sentence of their own are not looked for.
 */
export function accountFor(value: unknown, read: Read, report: ReportLoss): Read {
  const left = notRead(value, read)
  if (left.length === 0) return read
  const counts = { ...read.document.counts }
  const kept = { ...read.document.kept }
  const first = new Map<string, string>()
  for (const { where, entry } of left) {
    const name = KINDS.map((key) => textOf(entry[key])).find(Boolean) ?? 'entry'
    const kind = `not read: ${name.slice(0, 40)}`
    counts[kind] = (counts[kind] ?? 0) + 1
    kept[where] = entry
    if (!first.has(kind)) first.set(kind, where)
  }
  for (const [kind, where] of first) report('no_message', where, `${kind}: ${counts[kind]}`, undefined)
  return { ...read, document: { ...read.document, kept, counts } }
}

interface Entry {
  where: string
  entry: JsonObject
}

function notRead(value: unknown, read: Read): Entry[] {
  const entries = entriesIn(value)
  const owners = new Map<string, number>()
  entries.forEach(({ entry }, at) => {
    let found = 0
    eachText(entry, (text) => {
      if (!SENTENCE.test(text.slice(0, 4096))) return true
      owners.set(text, owners.has(text) && owners.get(text) !== at ? -1 : at)
      return ++found < MOST
    })
  })
  const said = new Set<string>()
  for (const { messages, tree, title, document } of [read, ...(read.others ?? [])])
    eachText([messages, tree?.nodes, title, document.fields, document.kept], (text) => !!said.add(text))
  const missed = new Map<number, string[]>()
  const isRead = new Set<number>([-1])
  for (const [text, at] of owners) {
    if (said.has(text)) isRead.add(at)
    else missed.set(at, [...(missed.get(at) ?? []), text])
  }
  const open = [...missed].filter(([at]) => !isRead.has(at))
  if (open.length === 0) return []
  // A text is often trimmed, is a piece of another one, or is JSON that was decoded.
  const all = [...said].join('\n')
  return open
    .filter(([, texts]) => !texts.some((text) => piecesOf(text).some((piece) => all.includes(piece))))
    .map(([at]) => entries[at]!)
}

/** A text as it may be in another one. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  const inner = decodeJson(text)
  if (typeof inner !== 'string') eachText(inner, (piece) => pieces.push(...piecesOf(piece)) < MOST)
  const lines = text.split('\n').filter((line) => SENTENCE.test(line))
  return [
    ...pieces,
    ...lines.slice(0, 3).flatMap((line) => [line.trim(), JSON.stringify(line.trim()).slice(1, -1)]),
  ]
}

/** The entries of a log, or of the lists of a document. */
function entriesIn(value: unknown): Entry[] {
  const lists: [string, unknown][] = Array.isArray(value)
    ? [['', value]]
    : isRecord(value)
      ? Object.entries(value)
      : []
  return lists.flatMap(([key, list]) =>
    Array.isArray(list)
      ? (list as unknown[]).flatMap((entry, at) =>
          isRecord(entry) ? [{ where: `${key}[${at}]`, entry }] : [],
        )
      : [],
  )
}

/** Calls back with each text in a value, until it answers false. Works without recursion and spread: values are deep, lists long. */
function eachText(value: unknown, onText: (text: string) => boolean): void {
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      if (!onText(next)) return
    } else if (typeof next === 'object' && next !== null)
      Object.values(next).forEach((inner) => waiting.push(inner))
  }
}
