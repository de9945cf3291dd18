import { describe, expect, test } from 'vitest'
import { contentToText } from '@antiphon/core'
import { decodeText, openTranscript, readTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'

/** `readTranscript` (the commands) and `openTranscript` (the pages) have to read a file alike. */

const record = (at: number, content: string): string =>
  JSON.stringify({
    parentUuid: at === 0 ? null : `u-${at - 1}`,
    uuid: `u-${at}`,
    type: at % 2 === 0 ? 'user' : 'assistant',
    sessionId: 's',
    message: {
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: [{ type: 'text', text: content }],
      usage: { input_tokens: 3, cache: { read: [1, 2] } },
    },
  })
const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']
const log = words.map((word, at) => record(at, `Word ${word}.`))

async function bothDoors(text: string): Promise<[string[], string[]]> {
  const read = readTranscript(text, { formats: sessionFormats })
  const opened = await openTranscript([text], { formats: sessionFormats })
  return [read.messages, opened.conversations[0]?.messages ?? []].map((messages) =>
    messages.map(({ content }) => contentToText(content)),
  ) as [string[], string[]]
}

const others = words.filter((word) => word !== 'four').map((word) => `Word ${word}.`)

describe('a record of a log that breaks off, at every place', () => {
  const cut = log[4]!
  const places = Array.from({ length: cut.length - 1 }, (_, at) => at + 1)

  test('loses none of the records around it', async () => {
    for (const at of places) {
      const text = [...log.slice(0, 4), cut.slice(0, at), ...log.slice(5)].join('\n')
      const [read, opened] = await bothDoors(text)
      expect([at, read], `cut at ${at}: ${cut.slice(0, at)}`).toEqual([at, others])
      expect([at, opened]).toEqual([at, others])
    }
  })

  test('and a whole one behind it in the same line are told apart where the cut is inside a text', async () => {
    const inside = cut.indexOf('Word four') + 5
    const text = [...log.slice(0, 4), cut.slice(0, inside) + cut, ...log.slice(5)].join('\n')
    const all = words.map((word) => `Word ${word}.`)
    expect(await bothDoors(text)).toEqual([all, all])
    const { losses } = readTranscript(text, { formats: sessionFormats })
    expect(losses).toMatchObject([{ rule: 'line_unreadable', where: 'line 5' }])
  })

  test('never becomes a half message, wherever a whole one follows in its line', async () => {
    const all = words.map((word) => `Word ${word}.`)
    for (const at of places) {
      const text = [...log.slice(0, 4), cut.slice(0, at) + cut, ...log.slice(5)].join('\n')
      const [read, opened] = await bothDoors(text)
      expect([at, opened]).toEqual([at, read])
      expect([at, all.filter((word) => !read.includes(word))]).toEqual([
        at,
        read.length === all.length ? [] : ['Word four.'],
      ])
    }
  })
})

test('UTF-16 is read where a byte order mark says so, whatever the pieces', async () => {
  const text = `${log.join('\n')}\n{"type":"summary","summary":"Tromsø 🌊","leafUuid":"u-7"}`
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const bytes of [little, big]) {
    expect(decodeText(bytes)).toBe(text)
    for (const size of [1, 2, 3, 1000]) {
      const pieces = Array.from(
        { length: Math.ceil(bytes.length / size) },
        (_, at) => new Uint8Array(bytes.subarray(at * size, (at + 1) * size)),
      )
      const { conversations, problems } = await openTranscript(pieces, { formats: sessionFormats })
      expect([conversations[0]?.title, problems]).toEqual(['Tromsø 🌊', []])
    }
  }
})
