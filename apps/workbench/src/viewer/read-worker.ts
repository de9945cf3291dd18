import type { Message } from '@antiphon/core'
import type { OpenedTranscript } from '@antiphon/transcripts'
import { openSession } from '@antiphon/sessions'
import { findIn } from './find-in-files.js'
import { createHeldParts, FIRST_EDGES } from './held-parts.js'
import type {
  FindReport,
  FindRequest,
  ReadReport,
  ReadRequest,
  SummaryReport,
  SummaryRequest,
} from './read-types.js'
import { summarize } from './summarize-files.js'

const tell = (report: ReadReport): void => postMessage(report)
/** Bytes between two reports of progress. */
const STEP = 1_000_000

const parts = createHeldParts()
/** Marks of each message in the last report, by conversation. */
let marks: string[][] = []
let isReading = false
let next: ReadRequest | undefined

addEventListener('message', ({ data }: MessageEvent<ReadRequest | SummaryRequest | FindRequest>) => {
  if ('find' in data) return void findIn(data, (report: FindReport) => postMessage(report))
  if ('files' in data) return void summarize(data).then((report: SummaryReport) => postMessage(report))
  next = data
  if (!isReading) void readAll()
})

/** Handles one request at a time. Of several that wait only the last is read, because it covers the most. */
async function readAll(): Promise<void> {
  isReading = true
  while (next) {
    const request = next
    next = undefined
    await read(request)
  }
  isReading = false
}

/**
 * Off the page, so that a long file never holds it up; a cancel ends the worker. Of a long file its ends come first, so that there is
 * something to read while the rest is read.
 */
async function read(request: ReadRequest): Promise<void> {
  const size = request.parts.reduce((sum, part) => sum + part.size, 0)
  for (const edge of FIRST_EDGES)
    if (size > 3 * edge && marks.length === 0) await readOnce({ ...request, edge }, true)
  await readOnce(request, false)
}

async function readOnce({ parts: asked, keep, edge }: ReadRequest, isFirstLook: boolean): Promise<void> {
  let bytes = 0
  let told = 0
  const onBytes = (more: number): void => {
    bytes += more
    if (bytes - told < STEP) return
    told = bytes
    tell({ type: 'progress', bytes })
  }
  try {
    const source = await parts.read(asked, edge, onBytes)
    const opened = await openSession(source, { keep })
    const leftOut = parts.leftOut()
    // A file that does not consist of lines was read whole, or cannot be understood from its two ends.
    if (isFirstLook && (leftOut === 0 || opened.conversations.length !== 1)) return
    const report = onlyNew(opened)
    report.opened.conversations.forEach(({ messages }, conversation) => tellMessages(messages, conversation))
    tell({ type: 'done', ...withoutMessages(report), leftOut })
  } catch (error) {
    if (isFirstLook) return
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

/** Messages in one report. The page takes in each report as one task. */
const PORTION = 500

function tellMessages(messages: readonly Message[], conversation: number): void {
  for (let from = 0; from < messages.length; from += PORTION)
    tell({ type: 'messages', conversation, messages: messages.slice(from, from + PORTION) })
}

function withoutMessages({ opened, same }: { opened: OpenedTranscript; same: number[] }) {
  const conversations = opened.conversations.map((one) => ({ ...one, messages: [] }))
  return { opened: { ...opened, conversations }, same }
}

/** Without the messages that the page has: handing them over again would make them others. */
function onlyNew(opened: OpenedTranscript): { opened: OpenedTranscript; same: number[] } {
  const before = marks
  marks = opened.conversations.map(({ messages }) =>
    messages.map((message) => markOf(JSON.stringify(message))),
  )
  const same = marks.map((own, i) => {
    const others = before[i] ?? []
    const at = own.findIndex((mark, j) => mark !== others[j])
    return at < 0 ? own.length : at
  })
  const conversations = opened.conversations.map((one, i) => ({
    ...one,
    messages: same[i] ? one.messages.slice(same[i]) : one.messages,
  }))
  return { opened: { ...opened, conversations }, same }
}

/** A short fingerprint of a text: its length and two hashes. */
function markOf(text: string): string {
  let a = 7
  let b = 11
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = (Math.imul(a, 31) + unit) | 0
    b = (Math.imul(b, 131) + unit) | 0
  }
  return `${text.length}.${a}.${b}`
}
