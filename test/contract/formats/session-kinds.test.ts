import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentToText } from '@antiphon/core'
import { openTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { expect, test } from 'vitest'

/**
 * Small files of each system by version and by exporter, in a folder with the name of the format that reads them. Their content is in
 * said.json. `refused` has files that only look like sessions.
 */
const folder = join(import.meta.dirname, '../../fixtures/session-kinds')
const formats = readdirSync(folder).filter((name) => !name.endsWith('.json'))
const kinds = formats.flatMap((format) => readdirSync(join(folder, format)).map((file) => ({ format, file })))
const open = ({ format, file }: (typeof kinds)[number]) =>
  openTranscript([readFileSync(join(folder, format, file))], { formats: sessionFormats })

/** Each message with its role, conversation by conversation. */
async function wordsOf(kind: (typeof kinds)[number]): Promise<string[][]> {
  const { conversations, problems } = await open(kind)
  expect([conversations[0]?.format, problems]).toEqual([kind.format, []])
  return conversations.map(({ messages }) =>
    messages.map((message) => `${message.role}: ${contentToText(message.content)}`),
  )
}

const read = kinds.filter(({ format }) => format !== 'refused')

const said = JSON.parse(readFileSync(join(folder, 'said.json'), 'utf8')) as Record<string, string[][]>

test('each file is listed with its words', () =>
  expect(Object.keys(said)).toEqual(read.map(({ format, file }) => `${format}/${file}`)))

test.each(read)('$format/$file is read with its words', async (kind) => {
  expect(await wordsOf(kind)).toEqual(said[`${kind.format}/${kind.file}`])
})

test.each(kinds.filter(({ format }) => format === 'refused'))(
  '$file is refused in one line',
  async (kind) => {
    const { conversations, problems } = await open(kind)
    expect(conversations.map(({ format, messages }) => [format, messages])).toEqual([])
    expect(problems.at(-1)!.message).toMatch(/^[^\n]{10,160}\.$/)
  },
)
