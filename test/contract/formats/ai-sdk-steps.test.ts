import { deriveTurns, turnState } from '@antiphon/core'
import { convertTranscript, readTranscript } from '@antiphon/transcripts'
import { describe, expect, it } from 'vitest'

const user = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Two and two?' }] }
const assistant = (...parts: object[]) => [user, { id: 'a', role: 'assistant', parts }]
const start = { type: 'step-start' }
const say = (text: string) => ({ type: 'text', text, state: 'done' })
const sum = (toolCallId: string, output?: unknown) => ({
  type: 'tool-sum',
  toolCallId,
  state: output === undefined ? 'input-available' : 'output-available',
  input: { a: 2, b: 2 },
  ...(output === undefined ? {} : { output }),
})

/** Who said what, with the calls of an answer in brackets. */
const lines = (value: unknown): string[] =>
  readTranscript(value).messages.map((message) => {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
    const names = calls.map((call) => `[${call.function.name}]`).join('')
    return `${message.role}: ${String(message.content)}${names}`
  })

const state = (value: unknown) => turnState(deriveTurns(readTranscript(value).messages).at(-1)!)

describe('words after a result in the same step', () => {
  const one = assistant(start, sum('c1', 4), say('Four.'))

  it('are an answer of their own, and the turn is done', () => {
    expect(lines(one)).toEqual(['user: Two and two?', 'assistant: [sum]', 'tool: 4', 'assistant: Four.'])
    expect(state(one)).toBe('done')
  })

  it('stay with their call where another call of the step has no result yet', () => {
    const open = assistant(start, sum('c1', 4), sum('c2'), say('Wait.'))
    expect(lines(open)).toEqual(['user: Two and two?', 'assistant: Wait.[sum][sum]', 'tool: 4'])
  })

  it('before the next call belong to that one', () => {
    const two = assistant(start, sum('c1', 4), say('Four, and'), sum('c2', 5), say('five.'))
    expect(lines(two).slice(1)).toEqual([
      'assistant: [sum]',
      'tool: 4',
      'assistant: Four, and[sum]',
      'tool: 5',
      'assistant: five.',
    ])
  })

  it.each([
    ['in one step', one],
    ['in two steps', assistant(start, sum('c1', 4), start, say('Four.'))],
    ['without a mark', assistant(sum('c1', 4), say('Four.'))],
  ])('are written as they were, %s', (_, value) => {
    const { value: written, losses } = convertTranscript(value, { from: 'ai-sdk', to: 'ai-sdk' })
    expect(written).toEqual(value)
    expect(losses).toEqual([])
  })
})

describe('parts of version 4', () => {
  const invocation = (state: string, result?: unknown) => ({
    type: 'tool-invocation',
    toolInvocation: { state, step: 0, toolCallId: 'c1', toolName: 'sum', args: { a: 2 }, result },
  })
  const four = assistant(
    start,
    { type: 'reasoning', reasoning: 'Add.', details: [{ type: 'text', text: 'Add.' }] },
    invocation('result', { sum: 4 }),
    start,
    say('Four.'),
    { type: 'source', source: { sourceType: 'url', id: 's', url: 'https://example.com/', title: 'Sums' } },
  )

  it('are read as what they are: a call by its name, its result, thinking, a source', () => {
    const { messages } = readTranscript(four)
    expect(lines(four)).toEqual([
      'user: Two and two?',
      'assistant: [sum]',
      'tool: {"sum":4}',
      'assistant: Four.',
    ])
    expect(messages[1]).toMatchObject({
      reasoning: 'Add.',
      tool_calls: [{ id: 'c1', function: { name: 'sum', arguments: '{"a":2}' } }],
    })
    expect(messages[2]).toMatchObject({ tool_call_id: 'c1', details: { sum: 4 } })
    expect(messages[3]).toMatchObject({
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.com/', title: 'Sums' } }],
    })
  })

  it('are written as they were', () => {
    const { value, losses } = convertTranscript(four, { from: 'ai-sdk', to: 'ai-sdk' })
    expect(value).toEqual(four)
    expect(losses).toEqual([])
  })

  const attachments = [
    { name: 'knot.png', contentType: 'image/png', url: 'data:image/png;base64,AAAA' },
    { name: 'rope.pdf', contentType: 'application/pdf', url: 'https://example.com/rope.pdf' },
    { url: 'https://example.com/bight.webp?s=1' },
  ]
  const attached = [
    {
      id: 'u',
      role: 'user',
      createdAt: '2025-03-01T10:00:00.000Z',
      content: 'Which knot?',
      parts: [{ type: 'text', text: 'Which knot?' }],
      experimental_attachments: attachments,
    },
    {
      id: 'a',
      role: 'assistant',
      content: '',
      parts: [start, { type: 'file', mimeType: 'image/png', data: 'BBBB' }],
    },
  ]

  it('files beside the parts are shown with the words, pictures of an answer too', () => {
    const { format, messages } = readTranscript(attached)
    expect(format).toBe('ai-sdk')
    expect(messages[0]!.content).toEqual([
      { type: 'text', text: 'Which knot?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'file', file: { filename: 'rope.pdf', file_data: 'https://example.com/rope.pdf' } },
      { type: 'image_url', image_url: { url: 'https://example.com/bight.webp?s=1' } },
    ])
    expect(messages[1]).toMatchObject({
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,BBBB' } }],
    })
    const { value, losses } = convertTranscript(attached, { from: 'ai-sdk', to: 'ai-sdk' })
    expect([value, losses]).toEqual([attached, []])
  })

  it.each(['call', 'partial-call'])('a call without a result (%s) is open', (word) => {
    expect(lines(assistant(start, invocation(word)))).toEqual(['user: Two and two?', 'assistant: [sum]'])
  })

  it('calls beside the text, as before version 4.2, are read like those in parts', () => {
    const calls = [{ state: 'result', toolCallId: 'c1', toolName: 'sum', args: {}, result: 4 }]
    const old = [
      { id: 'u', role: 'user', content: 'Two and two?' },
      { id: 'a', role: 'assistant', content: 'Four.', reasoning: 'Easy.', toolInvocations: calls },
      { id: 'b', role: 'assistant', content: '', toolInvocations: [{ ...calls[0], state: 'call' }] },
    ]
    const all = ['user: Two and two?', 'assistant: [sum]', 'tool: 4', 'assistant: Four.', 'assistant: [sum]']
    for (const value of [old, { id: 'chat', messages: old }]) {
      const read = readTranscript(value)
      expect([read.format, lines(value), read.losses]).toEqual(['ai-sdk', all, []])
      expect(read.messages[1]).toMatchObject({ reasoning: 'Easy.' })
    }
  })
})

describe('a part with a name of its own', () => {
  const called = (type: string) =>
    assistant(start, {
      type,
      toolCallId: 'c1',
      toolName: 'sum',
      state: 'output-available',
      input: {},
      output: 4,
    })

  it.each(['dynamic-tool', 'tool-call', 'tool-result'])('is called so, whatever its type (%s)', (type) => {
    expect(lines(called(type)).slice(1)).toEqual(['assistant: [sum]', 'tool: 4'])
    const { value, losses } = convertTranscript(called(type), { from: 'ai-sdk', to: 'ai-sdk' })
    expect([value, losses]).toEqual([called(type), []])
  })
})
