import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompletionReaderOptions } from '@antiphon/core/wire'
import {
  createGeminiEvents,
  createMessagesEvents,
  createOllamaEvents,
  createResponsesEvents,
} from '@antiphon/wires/read'
import { sharedRoot } from '../../replay/shared-data.js'

const folder = join(sharedRoot, 'wires')

/** A text as the facts have it: its length and the beginning of its SHA-256. */
export interface TextFact {
  len: number
  sha: string
}

export interface CallFact {
  id?: string | null
  callId?: string | null
  type?: string
  name: string
  args: TextFact & { json?: boolean }
  open?: boolean
  output?: TextFact
}

/** Facts of one recording in the index; each wire has further keys. */
export interface WireFacts {
  file: string
  wire: string
  types: Record<string, number>
  text: TextFact
  reasoning: TextFact
  tools: CallFact[]
  usage?: Record<string, unknown> | null
  [key: string]: unknown
}

export interface RecordedWire {
  name: string
  facts: WireFacts
  /** As a server sends it: what was kept as one payload a line is an event stream again. */
  bytes: Uint8Array
}

export const hasRecordedWires = existsSync(join(folder, 'facts.jsonl'))

/** The wires that a chat reads as they come. On one that `isLines` each line is an event. */
export const liveWires: Record<string, { options: CompletionReaderOptions; isLines?: boolean }> = {
  anthropic: { options: { createEvents: createMessagesEvents, thinkTags: false } },
  responses: { options: { createEvents: createResponsesEvents, thinkTags: false } },
  gemini: { options: { createEvents: createGeminiEvents, thinkTags: false } },
  ollama: { options: { createEvents: createOllamaEvents, thinkTags: false }, isLines: true },
}

/** The index. Empty where the folder is absent. */
const index: WireFacts[] = hasRecordedWires
  ? readFileSync(join(folder, 'facts.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as WireFacts)
  : []

const bytesOf = ({ wire, file }: WireFacts): Buffer => readFileSync(join(folder, wire, file))

/** The recordings of one wire. */
export function recordedWires(wire: string, asLines = false): RecordedWire[] {
  return index
    .filter((facts) => facts.wire === wire)
    .map((facts) => {
      const bytes = bytesOf(facts)
      const lines = facts.file.endsWith('.jsonl') && !asLines
      return {
        name: facts.file,
        facts,
        bytes: lines ? asEvents(bytes.toString('utf8')) : new Uint8Array(bytes),
      }
    })
}

/** All recordings as they were saved. */
export const recordedFiles = (): { name: string; bytes: Uint8Array }[] =>
  index.map((facts) => ({ name: `${facts.wire}/${facts.file}`, bytes: new Uint8Array(bytesOf(facts)) }))

function asEvents(lines: string): Uint8Array {
  const events = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { type } = JSON.parse(line) as { type?: string }
      return `${type ? `event: ${type}\n` : ''}data: ${line}\n\n`
    })
  return new TextEncoder().encode(events.join(''))
}

export function factOf(text: string): TextFact {
  return { len: text.length, sha: createHash('sha256').update(text).digest('hex').slice(0, 16) }
}
