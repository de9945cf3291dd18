import { type AssistantMessage, type Message } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import { openTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { expect, test } from 'vitest'
import { recordedFiles } from '../contract/wires/recorded-wires.js'
import { someOf } from '../support/some-of.js'
import { liveRecordings } from './recorded-streams.js'

/** All that was read. Of files with answers side by side there are several texts, and none is joined to another. */
interface Read {
  format: unknown
  texts: string[]
  thoughts: string
  /** It says that nothing is missing. */
  isWhole: boolean
  /** Its ending, which is the same in every reading that is whole. */
  ending: unknown
  /** Only for a file: how many results it has, and whether it ends with calls, whose results the rest of the file may have. */
  results?: number
  waits?: boolean
}

type Reader = (bytes: Uint8Array) => Read | undefined | Promise<Read | undefined>

function live(options: (typeof liveRecordings)[number]['options']): Reader {
  return (bytes) => {
    const reader = createCompletionReader(options)
    reader.push(bytes)
    const { message, outcome } = reader.end()
    return {
      format: 'live',
      texts: [message.content],
      thoughts: message.reasoning ?? '',
      isWhole: outcome === 'complete',
      ending: [message.tool_calls, message.finishReasonRaw],
    }
  }
}

/** Reads a file; undefined where nothing of it could be read, which is due only before its second event. */
async function file(bytes: Uint8Array): Promise<Read | undefined> {
  const { conversations, problems } = await openTranscript([bytes], { formats: sessionFormats })
  if (conversations.length === 0) {
    expect(problems.length).toBeGreaterThan(0)
    expect(new TextDecoder().decode(bytes).split('\n\n').length).toBeLessThan(3)
    return undefined
  }
  const messages = conversations.flatMap(({ messages: all }): readonly Message[] => all)
  const answers = messages.filter((message): message is AssistantMessage => message.role === 'assistant')
  const last = answers.at(-1)
  const format = conversations.map((one) => one.format)
  const texts = answers.map(({ content }) => content)
  return {
    format,
    texts: format[0] === 'ag-ui' ? texts : [texts.join('')],
    thoughts: answers.map(({ reasoning }) => reasoning ?? '').join(''),
    // A transcript that ends with results waits for an answer.
    isWhole: !last?.isError && last?.finishReason !== 'incomplete' && messages.at(-1)?.role !== 'tool',
    ending: last?.finishReasonRaw,
    results: messages.filter(({ role }) => role === 'tool').length,
    waits: messages.at(-1)?.role === 'assistant' && last?.tool_calls !== undefined,
  }
}

/** Whether a line of the file is whole: before that nothing says which format it is. */
const hasLine = (bytes: Uint8Array): boolean => /^(?:data:)?\s*\{.*\n/m.test(new TextDecoder().decode(bytes))

const readings = [
  ...liveRecordings.map(({ name, bytes, options }) => ({ name: `${name} live`, bytes, read: live(options) })),
  ...someOf(recordedFiles(), 40).map(({ name, bytes }) => ({
    name: `${name} as a file`,
    bytes,
    read: file as Reader,
  })),
]

test.runIf(readings.length === 0)('skipped: no wires in ANTIPHON_SHARED or ../shared', () => {})

test.each(readings)(
  '$name, cut anywhere: nothing is lost, and no cut is a success',
  async ({ bytes, read }) => {
    const whole = (await read(bytes))!
    // Places that a multiple of the length of an event misses, so that cuts fall into events, characters and line ends alike.
    const cuts = Array.from({ length: 100 }, (_, i) => Math.floor((bytes.length * (i + 1)) / 101) + (i % 3))
    for (const cut of someOf(cuts, 8, bytes.length)) {
      const found = await read(bytes.subarray(0, cut))
      if (!found) continue
      const isThere = (text: string): boolean => whole.texts.some((all) => all.startsWith(text))
      if (hasLine(bytes.subarray(0, cut))) expect([cut, found.format]).toEqual([cut, whole.format])
      expect([cut, found.texts.filter((text) => !isThere(text))]).toEqual([cut, []])
      expect([cut, whole.thoughts.startsWith(found.thoughts)]).toEqual([cut, true])
      const waits = found.waits && whole.results! > found.results!
      if (found.isWhole && !waits) expect([cut, found]).toEqual([cut, whole])
    }
  },
)
