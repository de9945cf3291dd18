import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectCompletion } from '@antiphon/core'
import { sharedFolder } from '../replay/shared-data.js'
import { compareReadings, differences, type Way } from './openai-client-differences.js'
import {
  clientFor,
  request,
  readByHand,
  readByHelper,
  readByKit,
  readWhole,
} from './openai-client-reading.js'
import { serveRecordings, type RecordingServer } from './openai-client-server.js'

const folder = sharedFolder('captures')
const captures = (folder ? readdirSync(folder) : [])
  .filter((name) => /\.(?:sse|jsonl|json)$/.test(name))
  .map((name) => join(folder!, name))
/** The ordinary ones of our own, which every reader must get right. */
const own = [
  'plain-text.sse',
  'reasoning-then-text.sse',
  'parallel-tools.sse',
  'refusal.sse',
  'two-choices.sse',
].map((name) => join(import.meta.dirname, '../fixtures/streams', name))

const readers = { hand: readByHand, helper: readByHelper, whole: readWhole }
const waysOf = (file: string): Way[] => (file.endsWith('.json') ? ['whole'] : ['hand', 'helper'])
const cases = (files: string[]) =>
  files.flatMap((file) => waysOf(file).map((way) => ({ way, name: basename(file) })))

/** Recordings that the client reads as the kit does, by the way it was used. */
const same: Record<Way, string[]> = { hand: [], helper: [], whole: [] }
let server: RecordingServer

beforeAll(async () => {
  server = await serveRecordings([...captures, ...own])
})
afterAll(() => server.close())

async function expectExplained({ name, way }: { name: string; way: Way }): Promise<boolean> {
  const baseUrl = server.baseUrl(name)
  const client = await readers[way](clientFor(baseUrl))
  const kit = await readByKit(await fetch(`${baseUrl}/chat/completions`, { method: 'POST' }))
  const facets = compareReadings(client, kit)
  const explained = differences[name]?.[way]
  expect(
    facets,
    `${explained?.why ?? 'no reason in openai-client-differences.ts'}\n${show({ client, kit })}`,
  ).toEqual(explained?.facets ?? [])
  return facets.length === 0
}

function show(readings: object): string {
  return JSON.stringify(readings, undefined, 1).slice(0, 4000)
}

describe('our own streams: the official client and the kit read the same', () => {
  test.each(cases(own))('$name by $way', async (one) => void (await expectExplained(one)))
})

test.each(own.map((file) => basename(file)))(
  'the chunks of the official client are an answer to the kit: %s',
  async (name) => {
    const baseUrl = server.baseUrl(name)
    const chunks = await clientFor(baseUrl).chat.completions.create({ ...request, stream: true })
    const bytes = await fetch(`${baseUrl}/chat/completions`, { method: 'POST' })
    expect(await collectCompletion(chunks)).toEqual(await collectCompletion(bytes))
  },
)

describe.skipIf(!folder)(
  `recorded answers${folder ? '' : ' (skipped: no captures here)'}: the official client and the kit read the same, or a line says why not`,
  () => {
    test.each(cases(captures))('$name by $way', async (one) => {
      if (await expectExplained(one)) same[one.way].push(one.name)
    })

    test('every line of the table is about a recording that is there', () => {
      const known = new Set([...captures, ...own].map((file) => basename(file)))
      expect(Object.keys(differences).filter((name) => !known.has(name))).toEqual([])
    })

    test('the kit reads each of them, the client not quite', () => {
      const whole = same.whole.length
      const [hand, helper] = [same.hand.length + whole, same.helper.length + whole]
      const explained = captures.filter((file) => differences[basename(file)]).length
      console.log(
        `${captures.length} captures: the official client reads ${hand} as we do by hand, ${helper} by its stream ` +
          `helper (whole bodies counted in both); ${explained} differ in at least one way, each with its reason`,
      )
      expect(hand).toBeGreaterThan(0)
    })
  },
)
