import { describe, expect, it } from 'vitest'
import { createAccumulator } from '../wire/accumulate/accumulator.js'
import { isKnownPart, unknownPart } from './content.js'
import { flatText } from './flat-text.js'
import { readMessage, readMessages } from './read-message.js'
import type { ContentPart, ToolCall } from './types.js'

const show = (value: unknown): string => JSON.stringify(value)
const deep = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}"x"${']'.repeat(levels)}`) as unknown

describe('any array that claims to be messages', () => {
  it('stays as it is where it fits', () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}', parsed: 1 }, extra: 2 }
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }, { type: 'hologram' }], name: 'ana' },
      {
        role: 'assistant',
        content: 'Yes',
        tool_calls: [call],
        reasoning: 'So',
        reasoning_details: [{ type: 'x' }],
        segments: [{ type: 'text', start: 0, end: 3 }],
        usage: { origin: 'reported' },
      },
      { role: 'tool', tool_call_id: 'a', content: 'done', toolName: 'f' },
      { role: 'critic', content: 7 },
    ]
    readMessages(messages, show).forEach((message, i) => expect(message).toBe(messages[i]))
    const [odd] = [{ role: 'tool', content: 7 }]
    expect(readMessages([odd], show)[0]).toBe(readMessages([odd], show)[0])
  })

  it('reads thinking by any of its names, also inside of the content', () => {
    const read = (fields: object) => readMessage({ role: 'assistant', content: 'Yes', ...fields }, { show })
    for (const name of ['reasoning_content', 'reasoning_text', 'thinking'])
      expect(read({ [name]: 'So', reasoning: '' })).toMatchObject({
        reasoning: 'So',
        reasoningSource: { field: name },
      })
    expect(
      read({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'So' }] },
          { type: 'text', text: 'Yes' },
        ],
      }),
    ).toMatchObject({ reasoning: 'So', content: 'Yes', reasoningSource: { field: 'content' } })
  })

  it('keeps texts of an answer apart, and shows parts that are no text', () => {
    const [message] = readMessages(
      [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'One.' },
            { type: 'chart', data: [1] },
            { type: 'text', text: 'Two.' },
          ],
        },
      ],
      show,
    )
    expect(message).toMatchObject({
      content: 'One.Two.',
      segments: [
        { type: 'text', start: 0, end: 4 },
        { type: 'text', start: 4, end: 8 },
      ],
      images: [{ type: 'chart', data: [1] }],
    })
  })

  it.each(['__proto__', 'constructor', 'hasOwnProperty'])('takes a part of type %s', (type) => {
    const part = { type }
    expect(readMessage({ role: 'user', content: [part] }, { show }).content).toEqual([part])
  })

  it('reads a text however deep it is nested without running out of stack', () => {
    expect(flatText(deep(20))).toBe('x')
    expect(flatText(deep(100_000))).toBe('')
    const accumulator = createAccumulator()
    accumulator.push({ choices: [{ delta: { reasoning_content: deep(100_000), content: 'Yes' } }] })
    expect(accumulator.finish().message.content).toBe('Yes')
  })
})

describe('the types', () => {
  it.each<[ContentPart, string]>([
    [{ type: 'text', text: 'Hi' }, 'Hi'],
    [{ type: 'image_url', image_url: { url: 'data:,' } }, 'data:,'],
    [{ type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } }, 'wav'],
    [{ type: 'file', file: { filename: 'a.csv' } }, 'a.csv'],
    [unknownPart({ type: 'hologram', at: 'x' }), 'hologram'],
    [{ type: 'image_url', image_url: null } as never, 'image_url'],
    [{ type: 'text', text: 7 } as never, 'text'],
  ])('the type of a known part tells what else it has: %j', (part, found) => {
    const tell = (): string | undefined => {
      if (!isKnownPart(part)) return part.type
      if (part.type === 'text') return part.text
      if (part.type === 'image_url') return part.image_url.url
      return part.type === 'file' ? part.file.filename : part.input_audio.format
    }
    expect(tell()).toBe(found)
  })

  it('a slip in the name of a field of a call does not compile', () => {
    const call: ToolCall = { id: 'a', type: 'function', function: { name: 'f', arguments: '' } }
    // @ts-expect-error
    expect(call.fucntion).toBeUndefined()
  })
})
