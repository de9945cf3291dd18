import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertTranscript, type FormatName } from '@antiphon/transcripts'
import { assertProperty } from '../../support/property.js'

/** Formats and their shapes that have tools beside the messages. */
const shapes: [FormatName, string][] = [
  ['openai', 'request'],
  ['open-agent-loops', 'request'],
  ['agentkit', 'turn'],
  ['clawtools', 'context'],
  ['anthropic', 'request'],
  ['openai-responses', 'request'],
]
const schema = { type: 'object', properties: { berth: { type: 'string' } } }
const tools = [
  { type: 'function', function: { name: 'depth', description: 'Depth at a berth.', parameters: schema } },
]
const request = { messages: [{ role: 'user', content: 'How deep?' }], tools }

test.each(shapes)('the tools of a request are those of %s (%s), and come back', (to, shape) => {
  const there = convertTranscript(request, { from: 'openai', to, shape })
  expect(JSON.stringify(there.value)).toContain(JSON.stringify(schema))
  expect(there.losses.filter(({ rule }) => /tool_definition|document/.test(rule))).toEqual([])
  const back = convertTranscript(there.value, { from: to, to: 'openai', shape: 'request' })
  expect(back.value).toMatchObject({ tools })
  expect(back.losses.filter(({ rule }) => rule === 'tool_definition')).toEqual([])
})

test('in the words of each system', () => {
  const as = (to: FormatName, shape: string) => convertTranscript(request, { to, shape }).value
  const words = { name: 'depth', description: 'Depth at a berth.' }
  expect(as('clawtools', 'context')).toMatchObject({ tools: [{ ...words, input_schema: schema }] })
  expect(as('agentkit', 'turn')).toMatchObject({
    available_tools: [
      { ...words, input_schema: schema, annotations: { destructive_hint: false }, metadata: {} },
    ],
  })
  expect(as('open-agent-loops', 'request')).toMatchObject({ tools: [{ ...words, parameters: schema }] })
  expect(as('openai-responses', 'request')).toMatchObject({
    tools: [{ type: 'function', ...words, parameters: schema }],
  })
})

test('what a definition says beyond name, words and schema is named; a shape without tools loses them by name', () => {
  const turn = {
    transcript: [{ id: null, kind: 'User', parts: [{ Text: { text: 'Hi', metadata: {} } }], metadata: {} }],
    available_tools: [
      {
        name: 'scuttle',
        description: '',
        input_schema: {},
        annotations: { destructive_hint: true },
        metadata: {},
      },
      'nonsense',
    ],
  }
  const { value, losses } = convertTranscript(turn, { to: 'clawtools' })
  expect(value).toMatchObject({ tools: [{ name: 'scuttle' }] })
  expect(losses.filter(({ rule }) => rule === 'tool_definition').map(({ where }) => where)).toEqual([
    'available_tools[0].annotations',
    'available_tools[1]',
  ])
  const plain = convertTranscript(turn, { to: 'prompt-api' }).losses
  expect(plain).toContainEqual(expect.objectContaining({ rule: 'document', where: 'available_tools' }))
})

test('whatever stands where tools are expected, nothing throws and nothing else changes', () => {
  assertProperty(
    fc.property(fc.jsonValue(), fc.constantFrom(...shapes), (value, [to, shape]) => {
      const given = JSON.parse(JSON.stringify({ ...request, tools: value })) as object
      const { messages } = convertTranscript(given, { from: 'openai', to, shape })
      expect(messages).toMatchObject([{ role: 'user', content: 'How deep?' }])
    }),
  )
})
