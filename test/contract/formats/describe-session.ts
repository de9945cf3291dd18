import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Message } from '@antiphon/core'
import { createMessageStore } from '@antiphon/core/binding'
import { messagesSchema } from '@antiphon/threads'
import {
  formats,
  openTranscript,
  readTranscript,
  type Conversation,
  type OpenedTranscript,
  type SessionFormat,
  TRANSCRIPT_KEY,
} from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { someOf } from '../../support/some-of.js'
import { missingTexts } from './missing-texts.js'

const folder = join(import.meta.dirname, '../../fixtures/sessions')
/** Fiftieths of a file. */
const cuts = Array.from({ length: 49 }, (_, i) => (i + 1) / 50)
/** Stand-ins for a value. */
const replacements = [null, 0, true, '', 'x', [], {}, [[]], [null]]

const open = (text: string): Promise<OpenedTranscript> =>
  openTranscript([new TextEncoder().encode(text)], { formats: sessionFormats })
const sizeOf = (conversations: readonly Conversation[]): number =>
  conversations.reduce((sum, { messages }) => sum + messages.length + sizeOf(agentsOf(messages)), 0)
const agentsOf = (messages: readonly Message[]): Conversation[] =>
  messages.flatMap(({ metadata }) => (metadata?.[TRANSCRIPT_KEY] as Conversation | undefined) ?? [])
const sayings = ({ conversations }: OpenedTranscript): unknown[] =>
  conversations.map(({ messages }) => messages)

/** Tests the rules that every session format has to keep. One call with a format is its whole contract. */
export function describeSession(format: SessionFormat): void {
  const { name } = format
  const files = readdirSync(join(folder, name))

  describe(`the session format ${name}`, () => {
    test('has sessions to be judged by', () => expect(files.length).toBeGreaterThan(0))

    test('is not one of those that are written', () => {
      expect(formats.map((one): string => one.name)).not.toContain(name)
    })

    test('refuses what it is not, in one line', () => {
      for (const value of [{ weather: 'calm' }, [], [1], 'Dear Ingrid'])
        expect(() => format.parse(value)).toThrow(/^.{10,160}\.$/)
    })

    describe.each(files)('%s', (file) => {
      const text = readFileSync(join(folder, name, file), 'utf8')
      const read = format.parse(text)
      const all: Conversation[] = [read, ...(read.others ?? [])]

      test('has the signs of this format, and of no other', () => {
        const found = sessionFormats.filter(({ detect }) => detect(text).certainty > 0)
        expect(found.map((one) => one.name)).toEqual([name])
        expect(readTranscript(text, { formats: sessionFormats })).toEqual({ format: name, ...read })
        expect(readTranscript(text, { formats: sessionFormats, from: name }).messages).toEqual(read.messages)
      })

      test('gives messages of our shape, each with an id of its own or none', () => {
        for (const { messages } of all) {
          expect(messages.length).toBeGreaterThan(0)
          expect(messagesSchema.safeParse(messages).error).toBeUndefined()
          const ids = messages.flatMap(({ id }) => id ?? [])
          expect(new Set(ids).size).toBe(ids.length)
          for (const { metadata = {} } of messages) {
            expect(Object.keys(metadata)).toEqual(Object.keys(metadata).sort())
            expect(JSON.parse(JSON.stringify(metadata))).toEqual(metadata)
          }
        }
      })

      test('loses no text, and counts what it folds', () => {
        expect(missingTexts(text, read)).toEqual([])
        for (const { document } of all) {
          const counted = Object.entries(document.counts ?? {}).filter(
            ([kind]) => !/ of an agent$|^agent transcript$/.test(kind),
          )
          const sum = counted.reduce((total, [, count]) => total + count, 0)
          expect(sum).toBe(Object.keys(document.kept ?? {}).length)
          expect(counted.filter(([kind]) => kind.startsWith('not read'))).toEqual([])
        }
      })

      test('names a record of a kind that it does not know', () => {
        const entry = { type: 'kind-to-come', note: 'Nobody has read this record yet.' }
        for (const changed of withRecord(text, entry)) {
          const found = readSafely(changed)
          if (found.length > 0) expect(missingTexts(JSON.stringify(entry), found)).toEqual([])
        }
      })

      test('shows of its branches what a store shows', () => {
        for (const { messages, tree } of all) {
          if (!tree) continue
          const store = createMessageStore()
          store.setTree(tree)
          expect(store.getMessages()).toEqual(messages)
          expect(tree.nodes.length).toBeGreaterThan(messages.length)
        }
      })

      test('is read with a byte order mark, with other ends of lines, and as a file', async () => {
        const plain = await open(text)
        expect(sayings(plain)).toEqual(all.map(({ messages }) => messages))
        expect(plain.problems).toEqual([])
        expect(sayings(await open(`\uFEFF${text}`))).toEqual(sayings(plain))
        expect(sayings(await open(text.replaceAll(/\r?\n/g, '\r\n')))).toEqual(sayings(plain))
      })

      test('cut off anywhere, what came before is read, and the place is told', async () => {
        const whole = sizeOf(all)
        for (const share of someOf(cuts, 6, text.length)) {
          const end = Math.floor(text.length * share)
          const { conversations, problems } = await open(text.slice(0, end))
          expect(sizeOf(conversations)).toBeLessThanOrEqual(whole)
          const isMidLine = !/[\n\r]$|^$/.test(text.slice(0, end)) && !/^[\n\r]/.test(text.slice(end))
          if (isMidLine && !format.isText)
            expect([end, problems.some(({ line }) => line !== undefined)]).toEqual([end, true])
        }
      })

      test('a broken line, a NUL, a key twice and deep nesting stop nothing', async () => {
        const lines = text.split('\n')
        const isLog = !file.endsWith('.json') && !format.isText
        const deep = `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
        const noise = ['{"broken":', '\0', deep, '{"a":1,"a":2}', '"text"', '17']
        for (const piece of someOf(noise, 2, text.length)) {
          const at = Math.min(lines.length - 1, Math.max(1, Math.floor(lines.length / 2)))
          const { conversations, problems } = await open(
            [...lines.slice(0, at), piece, ...lines.slice(at)].join('\n'),
          )
          expect(conversations.length + problems.length).toBeGreaterThan(0)
          if (isLog && lines.length > 3)
            expect([piece.slice(0, 20), sizeOf(conversations) > 0]).toEqual([piece.slice(0, 20), true])
        }
      })

      test('with values of other types in place of any of its own, nothing is thrown', () => {
        if (format.isText) return
        for (const value of someOf(replacements, 1, text.length)) {
          for (const changed of withReplaced(text, value)) {
            const found = readSafely(changed)
            for (const { messages } of found) expect(messagesSchema.safeParse(messages).error).toBeUndefined()
          }
        }
      })
    })
  })
}

/** A refusal is an answer as well; anything else that is thrown is not. */
function readSafely(value: unknown): Conversation[] {
  try {
    const { others = [], ...first } = readTranscript(value, { formats: sessionFormats })
    return [first, ...others]
  } catch (error) {
    if (error instanceof Error && error.name === 'ChatError') return []
    throw error
  }
}

/** A list of records, or the lists of a document, with one more record in the middle. */
function withRecord(text: string, entry: object): unknown[] {
  const document = parseDocument(text)
  const add = (list: readonly unknown[]): unknown[] => {
    const at = Math.ceil(list.length / 2)
    return [...list.slice(0, at), entry, ...list.slice(at)]
  }
  if (Array.isArray(document)) return [add(document)]
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document).flatMap(([key, list]) =>
    Array.isArray(list) && list.some((one) => typeof one === 'object')
      ? [{ ...document, [key]: add(list) }]
      : [],
  )
}

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line): unknown[] => {
        try {
          return [JSON.parse(line)]
        } catch {
          return []
        }
      })
  }
}

/** Copies of a document in which one key at a time has another value, at each of its places. */
function* withReplaced(text: string, value: unknown): Generator {
  const keys = new Set([...text.matchAll(/"(\w{1,40})"\s*:/g)].map(([, key]) => key!))
  for (const key of keys) {
    const document = parseDocument(text)
    const waiting: unknown[] = [document]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next !== 'object' || next === null) continue
      if (!Array.isArray(next) && Object.hasOwn(next, key))
        (next as Record<string, unknown>)[key] = structuredClone(value)
      waiting.push(...Object.values(next).filter((entry) => entry !== undefined))
    }
    yield document
  }
}
