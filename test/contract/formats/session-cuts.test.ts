import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messagesSchema } from '@antiphon/threads'
import type { OpenedTranscript } from '@antiphon/transcripts'
import { openSession } from '@antiphon/sessions'
import { sharedFolder } from '../../replay/shared-data.js'
import { someOf } from '../../support/some-of.js'
import { shownTexts } from './shown-texts.js'

const folder = sharedFolder('sessions')
const files = folder
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .toSorted()
  : []

const CUTS = 50
const cuts = Array.from({ length: CUTS - 1 }, (_, i) => i + 1)

const open = (source: string | Uint8Array): Promise<OpenedTranscript> => openSession([source])

/** An answer with its thoughts, its words and its results may be one record, which is left out where it is cut. */
const ONE_RECORD = 3
/** Traces write each text several times, in requests that are only read when they are whole. */
const REPEATS = /^(?:otel-genai|langfuse|langsmith|vscode-chat\/visualstudio)/

const samples = someOf(
  files.map((file, at) => ({ file, at })),
  15,
)

describe.skipIf(!folder)('sessions of other systems, damaged', () => {
  describe.each(samples)('$file', ({ file, at }) => {
    const bytes = folder ? readFileSync(join(folder, file)) : new Uint8Array()
    const isArchive = file.endsWith('.eval')
    const text = isArchive ? '' : new TextDecoder().decode(bytes)

    test('cut off, it shows what came before and says where it breaks off', async () => {
      const whole = await open(bytes)
      const shown = [...new Set(shownTexts(whole.conversations))].filter((said) => said.trim().length > 3)
      const placed = shown
        .flatMap((said) => {
          const inJson = JSON.stringify(said).slice(1, -1)
          const start = text.lastIndexOf(inJson)
          return start < 0 ? [] : [{ said, end: start + inJson.length }]
        })
        .toSorted((a, b) => a.end - b.end)
      for (const cut of someOf(cuts, 8, at)) {
        const end = Math.floor(((isArchive ? bytes.length : text.length) * cut) / CUTS)
        const read = await open(isArchive ? bytes.subarray(0, end) : text.slice(0, end))
        expectSound(read)
        if (isArchive || REPEATS.test(file)) continue
        const said = shownTexts(read.conversations).join('\0')
        const due = placed.filter((one) => one.end < end)
        const lost = due.filter((one) => !said.includes(one.said))
        expect([end, lost.length > ONE_RECORD ? lost : []]).toEqual([end, []])
        // Nothing between two texts that are shown.
        expect([end, lost.filter((one) => !due.slice(-ONE_RECORD).includes(one))]).toEqual([end, []])
        const isInEntry = /^\s*[[{]/.test(text) && !/[\n\r}\]]\s*$/.test(text.slice(0, end))
        // Nothing at all has no line.
        if (isInEntry && end > 0)
          expect([end, read.problems.some(({ line }) => line !== undefined)]).toEqual([end, true])
      }
    })

    test.skipIf(isArchive)('with what other programs do to a text it says the same', async () => {
      const plain = await open(text)
      const sayings = ({ conversations }: OpenedTranscript): unknown[] =>
        conversations.map(({ messages }) => messages)
      expect(sayings(await open(`\uFEFF${text}`))).toEqual(sayings(plain))
      const isJson = /^\s*[[{]/.test(text)
      if (isJson) expect(sayings(await open(text.replaceAll(/\r?\n/g, '\r\n')))).toEqual(sayings(plain))
      expectSound(await open(`${text}\0`))
    })

    test.skipIf(isArchive)('with a broken line it says the rest, and the place', async () => {
      const lines = text.split('\n')
      const isLog = file.endsWith('.jsonl') && lines.length > 4
      const middle = Math.floor(lines.length / 2)
      const deep = `{"type":"deep","deep":${'['.repeat(4000)}${']'.repeat(4000)}}`
      const before = shownTexts((await open(text)).conversations)
      const cut = '{"type":"user","message":{"role":"user","content":[{"type":"text","text":"one"},'
      for (const piece of ['{"broken":', cut, '\0', '{"type":"note","type":"note","a":1,"a":2}', deep]) {
        const read = await open([...lines.slice(0, middle), piece, ...lines.slice(middle)].join('\n'))
        expectSound(read)
        if (!isLog || before.length === 0) continue
        const said = shownTexts(read.conversations).join('\0')
        expect([piece.slice(0, 12), before.filter((one) => !said.includes(one))]).toEqual([
          piece.slice(0, 12),
          [],
        ])
        // A NUL in place of a line takes nothing away.
        if (piece.startsWith('{"broken')) expect(read.problems.map(({ line }) => line)).toContain(middle + 1)
      }
    })
  })
})

/** There is something to show or to say, each in its shape. */
function expectSound({ conversations, problems }: OpenedTranscript): void {
  expect(conversations.length + problems.length).toBeGreaterThan(0)
  for (const { messages } of conversations) expect(messagesSchema.safeParse(messages).error).toBeUndefined()
  for (const { message } of problems) expect(message).toMatch(/^[^\n]+\.$/)
}
