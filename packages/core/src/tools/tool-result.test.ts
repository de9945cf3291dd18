import { expect, it } from 'vitest'
import { toolOutcome } from '../message/outcome.js'
import type { ToolCall } from '../message/types.js'
import { noteChange, textFrom, thrownText, toolFailure, toolResult } from './tool-result.js'

const call: ToolCall = { id: 'c', type: 'function', function: { name: 't', arguments: '{}' } }
const result = (value: unknown, maxLength?: number) => toolResult(call, value, { maxLength })
const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

it.each([
  ['0', 0, '0', 0],
  ['false', false, 'false', false],
  ['null', null, 'null', null],
  ['an empty text', '', '', undefined],
  ['undefined', undefined, 'The tool ran and returned nothing.', undefined],
  ['an object', { a: [1] }, '{"a":[1]}', { a: [1] }],
  ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}', { at: '1970-01-01T00:00:00.000Z' }],
  [
    'an error inside',
    { error: new RangeError('x') },
    '{"error":{"name":"RangeError","message":"x"}}',
    { error: { name: 'RangeError', message: 'x' } },
  ],
  ['parts', { content: [{ type: 'text', text: 'hi' }], details: 7 }, [{ type: 'text', text: 'hi' }], 7],
  ...[
    { content: [1] },
    { content: [null] },
    { content: [{ type: 1 }] },
    { content: [{ type: 'text' }, 1] },
  ].map((value): [string, unknown, unknown, unknown] => [
    'data that only looks like parts',
    value,
    JSON.stringify(value),
    value,
  ]),
  ...[
    { content: 'a', more: 1 },
    { content: 'a', my_details: 1 },
    { content: 'a', details2: 1 },
    { content: 5 },
  ].map((value): [string, unknown, unknown, unknown] => [
    'data with other keys',
    value,
    JSON.stringify(value),
    value,
  ]),
  ['text with details', { content: 'a', details: { b: 1 } }, 'a', { b: 1 }],
])('%s is a result', async (_, value, content, details) => {
  const message = await result(value)
  expect(message.content).toEqual(content)
  expect(message.details).toEqual(details)
  expect(message).not.toHaveProperty('isError')
  expect(JSON.parse(JSON.stringify(message))).toEqual(message)
})

it('a file beside words of the tool is kept, and the model reads the words alone', async () => {
  const csv = new File(['id\n1'], 'orders.csv', { type: 'text/csv' })
  const { content } = await result({ content: [{ type: 'text', text: 'One order.' }, csv] })
  expect(content).toEqual([
    { type: 'text', text: 'One order.' },
    { type: 'file', file: { filename: 'orders.csv', file_data: `data:text/csv;base64,${btoa('id\n1')}` } },
  ])
})

it.each([
  ['a cycle', cycle, 'contains itself'],
  ['a BigInt', 1n, 'BigInt'],
  ['a BigInt inside', { id: 1n }, 'BigInt in "id"'],
  ['a function', () => 1, 'function'],
  ['a symbol', Symbol('x'), 'symbol'],
  ['an Error', new Error('disk full'), 'disk full'],
  ['a Map, of which JSON would keep nothing', { rows: new Map([[1, 2]]) }, 'Map in "rows"'],
  ['a response that nobody read', new Response('x'), 'a Response'],
  [
    'a generator',
    (function* () {
      yield 1
    })(),
    'return a plain object or an array',
  ],
  ['details that contain themselves', { content: 'ok', details: cycle }, 'contains itself'],
  [
    'a getter that throws',
    {
      get x(): never {
        throw new Error('lazy')
      },
    },
    'lazy',
  ],
])('faults: tool-returns-unserialisable: %s becomes a failure in words', async (_, value, words) => {
  const message = await result(value)
  expect(message.content).toContain(words)
  expect(message.isError).toBe(true)
  expect(toolOutcome(message)).toBe('failed')
})

it('faults: tool-returns-unserialisable: 20 MB of text are cut, with words, never inside a character', async () => {
  const message = await result('x'.repeat(20_000_000))
  expect(message.content).toHaveLength(
    200_000 + '\n[Cut: the first 200000 of 20000000 characters are above.]'.length,
  )
  expect((await result('ab😀', 3)).content).toBe('ab\n[Cut: the first 2 of 4 characters are above.]')
  expect((await result('ab😀', 4)).content).toBe('ab😀')
})

it('S38 5 MB of data are cut for the model and not kept for the screen; a table of 1 MB is', async () => {
  const huge = await result([{ text: 'x'.repeat(5_000_000) }])
  expect(huge.content.length).toBeLessThan(201_000)
  expect(huge).not.toHaveProperty('details')
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row number ${id} of the table` }))
  const table = await result(rows)
  expect(table.content).toContain('[Cut: the first 200000 of')
  expect(table.details).toEqual(rows)
})

it('keeps what was returned, not what the tool makes of it later', async () => {
  const state = { n: 1 }
  const message = await result(state)
  state.n = 2
  expect(message.details).toEqual({ n: 1 })
})

it('turns files into parts: images, audio, and text also as text', async () => {
  const png = new Uint8Array([137, 80, 78, 71])
  expect((await result(new Blob([png], { type: 'image/png' }))).content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } },
  ])
  expect((await result(new File(['a,b'], 'table.csv', { type: 'text/csv' }))).content).toEqual([
    { type: 'text', text: 'a,b' },
    { type: 'file', file: { file_data: 'data:text/csv;base64,YSxi', filename: 'table.csv' } },
  ])
  expect((await result(new Blob([png], { type: 'audio/mpeg' }))).content).toEqual([
    { type: 'input_audio', input_audio: { data: 'iVBORw==', format: 'mp3' } },
  ])
  expect((await result(png)).content).toEqual([
    { type: 'file', file: { file_data: 'data:application/octet-stream;base64,iVBORw==' } },
  ])
})

it('a failure may be a result, and a result may have its times', async () => {
  expect(await result({ content: 'no', isError: true })).toEqual({
    role: 'tool',
    tool_call_id: 'c',
    toolName: 't',
    content: 'no',
    isError: true,
  })
  const timing = { startedAt: 1, durationMs: 2 }
  expect(await toolResult(call, 'yes', { timing })).toMatchObject({ content: 'yes', timing })
  expect(Object.keys(await result('yes'))).toEqual(['role', 'tool_call_id', 'content', 'toolName'])
})

it('data up to four million characters are kept for the screen', async () => {
  const data = (length: number) => ['x'.repeat(length - 4)]
  expect((await result(data(4_000_000))).details).toEqual(data(4_000_000))
  expect(await result(data(4_000_001))).not.toHaveProperty('details')
})

it('what was thrown says something, whatever it is', () => {
  const nothing = 'The tool failed without saying why.'
  expect([null, undefined, '', 1n, Symbol('x')].map(thrownText)).toEqual(Array(5).fill(nothing))
  expect(['why', new Error('why'), 5].map(thrownText)).toEqual(['why', 'why', '5'])
  expect([1n, Symbol('x'), null, { a: 1 }].map(textFrom)).toEqual(['', '', '', '{"a":1}'])
  const lazy = Object.defineProperty(new Error(), 'message', {
    get() {
      throw new Error('no words')
    },
  })
  expect(thrownText(lazy)).toBe(nothing)
  const codes = [nothing, 'why'].map((text) => toolFailure(call, 'failed', text).metadata)
  expect(codes).toEqual([
    { 'antiphon.outcome': 'failed', 'antiphon.failure': 'unexplained' },
    { 'antiphon.outcome': 'failed' },
  ])
})

it('tells the model when a person changed the arguments', async () => {
  const message = noteChange(await result('done'), '{"n":2}')
  expect(message.content).toBe('The user changed the arguments of this call to {"n":2}. Its result:\ndone')
  expect(message.metadata).toEqual({ 'antiphon.arguments': '{"n":2}' })
  const parts = [{ type: 'text', text: 'done' }]
  expect(noteChange(await result({ content: parts }), '{}').content).toEqual([
    { type: 'text', text: 'The user changed the arguments of this call to {}. Its result:\n' },
    ...parts,
  ])
})

it('S38 the limit is one for all parts: five hundred of a thousand characters are cut to a thousand', async () => {
  const content = Array.from({ length: 500 }, () => ({ type: 'text', text: 'x'.repeat(1_000) }))
  expect((await result({ content }, 1_000)).content).toEqual([
    content[0],
    { type: 'text', text: '\n[Cut: the first 1000 of 500000 characters are above.]' },
  ])
  expect((await result({ content }, 1_500)).content).toEqual([
    content[0],
    { type: 'text', text: `${'x'.repeat(500)}\n[Cut: the first 1500 of 500000 characters are above.]` },
  ])
  expect((await result({ content })).content).toHaveLength(201)
})

it('S38 pictures, sound and files of a result have ten megabytes together, and words stand for the rest', async () => {
  const image = (megabytes: number) => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${'A'.repeat((megabytes * 4e6) / 3)}` },
  })
  const text = { type: 'text', text: 'between' }
  const content = [image(12), text, image(6), image(6), image(3)]
  expect((await result({ content })).content).toEqual([
    {
      type: 'text',
      text: '[Left out: an image of 12.0 MB. The pictures, sound and files of one result may have 10 MB together.]',
    },
    text,
    content[2],
    { type: 'text', text: expect.stringContaining('[Left out: an image of 6.0 MB.') },
    content[4],
  ])
  const odd = { type: 'video_url', video_url: { url: 'A'.repeat(16e6) } }
  expect((await result({ content: [odd] })).content).toEqual([
    { type: 'text', text: expect.stringContaining('[Left out: a part of the kind "video_url" of 12.0 MB.') },
  ])
})

it('S38 a file that is too large is named, and its text is read as far as any', async () => {
  expect((await result(new Blob([new Uint8Array(12e6)], { type: 'image/png' }))).content).toEqual([
    { type: 'text', text: expect.stringContaining('[Left out: a file (image/png) of 12.0 MB.') },
  ])
  expect((await result(new Blob(['a'.repeat(12e6)], { type: 'text/csv' }), 1_000)).content).toEqual([
    { type: 'text', text: expect.stringContaining('[Left out: a file (text/csv) of 12.0 MB.') },
    { type: 'text', text: expect.stringMatching(/^a{800,}\n\[Cut: the first 1000 of 12000\d{3} characters/) },
  ])
})

it('S38 of ten thousand parts a thousand are kept', async () => {
  const content = Array.from({ length: 10_000 }, () => ({ type: 'text', text: '' }))
  const message = await result({ content })
  expect(message.content).toHaveLength(1_001)
  expect(message.content.at(-1)).toEqual({ type: 'text', text: '[Left out: 9000 more parts.]' })
})
