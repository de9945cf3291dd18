import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pairToolCalls, type Message } from '@antiphon/core'
import { findFormat, formats, readTranscript } from '@antiphon/core/formats'
import { sharedFolder } from '../../replay/shared-data.js'

const folder = sharedFolder('seeds')
const texts = folder ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : []
const textWith = (words: string): string => texts.find((text) => text.includes(words)) ?? ''

/** An example written as a JavaScript literal, as JSON: keys in quotes, no comments, no trailing commas, no `as const`. */
function fromLiteral(text: string): unknown {
  const json = text
    .replace(/\s\/\/.*$/gm, '')
    .replace(/\sas const/g, '')
    .replace(/([{,]\s*)(\w+):/g, '$1"$2":')
    .replace(/,(\s*[}\]])/g, '$1')
  return JSON.parse(json)
}

describe.skipIf(!folder)('the examples in the texts of the source systems', () => {
  test('the two-city thread: six messages, two calls, each with its result', () => {
    const text = textWith('How a Turn Interleaves')
    const start = text.indexOf('[\n{ "role": "system"')
    const thread: unknown = JSON.parse(text.slice(start, text.indexOf('\n]Nothing', start) + 2))
    for (const name of ['openai', 'open-agent-loops'] as const) {
      const { messages, document, losses } = readTranscript(thread, { from: name })
      expect(messages.map(({ role }) => role)).toEqual([
        'system',
        'user',
        'assistant',
        'tool',
        'tool',
        'assistant',
      ])
      const { calls, orphans } = pairToolCalls(messages)
      expect([calls.map(({ state }) => state), orphans, losses]).toEqual([['done', 'done'], [], []])
      expect(formats.find((format) => format.name === name)!.print(messages, { document })).toEqual({
        value: thread,
        losses: [],
      })
    }
  })

  test('the answer with thinking beside its calls keeps the field it came in', () => {
    const text = textWith('How a Turn Interleaves')
    const end = text.indexOf('}The field-name asymmetry') + 1
    const answer: unknown = JSON.parse(text.slice(text.lastIndexOf('{\n"role": "assistant"', end), end))
    const { messages } = readTranscript([answer], { from: 'open-agent-loops' })
    expect(messages[0]).toMatchObject({
      reasoningSource: { field: 'reasoning_content' },
      tool_calls: [{}, {}],
    })
    expect(messages[0]).toHaveProperty('reasoning', expect.stringMatching(/\S/))
  })

  test('every message of the message format guide, documented image included', () => {
    const guide = textWith('### `ToolResultMessage`')
    const literals = [...guide.matchAll(/const \w+: \w+Message = (\{[^]*?\});\n/g)].map(([, literal]) =>
      fromLiteral(literal!),
    )
    expect(literals).toHaveLength(6)
    const clawtools = formats.find(({ name }) => name === 'clawtools')!
    const { messages, document, losses } = clawtools.parse(literals)
    expect(losses).toEqual([])
    expect(messages.map(({ role }: Message) => role)).toEqual([
      'user',
      'user',
      'assistant',
      'assistant',
      'assistant',
      'tool',
    ])
    expect(clawtools.print(messages, { document })).toEqual({ value: literals, losses: [] })
    expect(findFormat(literals).format.name).toBe('clawtools')
  })
})
