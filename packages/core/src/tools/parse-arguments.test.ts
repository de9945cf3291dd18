import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import {
  loadSchemas,
  MAX_ARGUMENT_DEPTH,
  MAX_ARGUMENT_LENGTH,
  parseArguments,
  validateArguments,
} from './arguments.js'
import { defineTool } from './define-tool.js'
import { toolJsonSchema } from './tool-json-schema.js'

const tool = defineTool({ name: 't', description: '', parameters: {} })

it('S52 arguments have a greatest length and a greatest depth, and what is below them is read', async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
  expect(JSON.stringify(await parseArguments(tool, nested(MAX_ARGUMENT_DEPTH)))).toBe(
    nested(MAX_ARGUMENT_DEPTH),
  )
  await expect(parseArguments(tool, nested(MAX_ARGUMENT_DEPTH + 1))).rejects.toThrow(
    'nested deeper than 500 levels',
  )
  expect(await parseArguments(tool, ' '.repeat(MAX_ARGUMENT_LENGTH))).toEqual({})
  await expect(parseArguments(tool, ' '.repeat(MAX_ARGUMENT_LENGTH + 1))).rejects.toThrow(
    'The arguments are 16000001 characters long; 16000000 is the most that is read.',
  )
})

it('says what was wrong, where, and what to send instead', async () => {
  await expect(parseArguments(tool, '{"a":1,}')).rejects.toThrow(
    'The arguments are not valid JSON: "}" at position 7, where a key in double quotes was expected. Send one JSON object.',
  )
  await expect(parseArguments(tool, '{"a":')).rejects.toThrow(
    'the text ends at position 5, where a value was expected',
  )
  for (const [text, kind] of [
    ['[]', 'an array'],
    ['null', 'null'],
    ['"x"', 'a string'],
    ['1', 'a number'],
  ])
    await expect(parseArguments(tool, text!)).rejects.toThrow(
      new Error(`The arguments must be one JSON object, not ${kind}.`),
    )
  const fault = await parseArguments(tool, '{').catch((error: unknown) => error)
  expect((fault as Error).cause).toBeInstanceOf(SyntaxError)
})

it('a value of the prototype is a name like another, but the prototype itself is out of reach', async () => {
  expect(await parseArguments(tool, '{"constructor":"x","toString":1}')).toEqual({
    constructor: 'x',
    toString: 1,
  })
  await expect(parseArguments(tool, '{"a":[{"constructor":{"prototype":{"x":1}}}]}')).rejects.toThrow(
    'The arguments are not accepted. The key "constructor" with a "prototype" is not accepted.',
  )
  await expect(parseArguments(tool, '{"a":{"__proto__":1}}')).rejects.toThrow(
    'The arguments are not accepted. The key "__proto__" is not accepted.',
  )
  await expect(parseArguments(tool, '{"a":[1e999]}')).rejects.toThrow(
    'The arguments are not accepted. A number in them is too large.',
  )
  for (const text of [
    '{"constructor":null}',
    '{"constructor":{"x":{"prototype":1}}}',
    '{"other":{"prototype":1},"prototype":{}}',
    '{"constructor":"prototype"}',
  ])
    expect(await parseArguments(tool, text)).toEqual(JSON.parse(text))
})

it('what a gate gives is checked as it is, also what JSON has not', async () => {
  const at = new Date(0)
  const withZod = defineTool({ name: 't', description: '', parameters: z.object({ at: z.date() }) })
  expect(await validateArguments(withZod, { at })).toEqual({ at })
  expect(await validateArguments(tool, { at, constructor: undefined })).toEqual({
    at,
    constructor: undefined,
  })
})

it('the checker of JSON Schema is loaded before it is needed, and only for tools that need it', async ({
  onTestFinished,
}) => {
  vi.doMock('./json-schema.js', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  onTestFinished(() => vi.doUnmock('./json-schema.js'))
  const withZod = defineTool({ name: 'z', description: '', parameters: z.object({}) })
  await loadSchemas([withZod])
  await expect(loadSchemas([withZod, tool])).rejects.toMatchObject({ data: { code: 'load_failed' } })
})

it('opens an object or a list that the model wrote as a text, only where the schema does not take the text', async () => {
  const fields = {
    where: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    days: { type: 'array', items: { type: 'number' } },
    note: { type: 'string' },
  }
  const plain = defineTool({ name: 't', description: '', parameters: { type: 'object', properties: fields } })
  const where = z.object({ city: z.string() })
  const strict = defineTool({
    name: 't',
    description: '',
    parameters: z.object({ where, days: z.array(z.number()), note: z.string() }),
  })
  const given = { where: '{"city":"Oslo"}', days: '[1,2]', note: '{"city":"Oslo"}' }
  for (const tool of [plain, strict])
    expect(await parseArguments(tool, JSON.stringify(given))).toEqual({
      where: { city: 'Oslo' },
      days: [1, 2],
      note: '{"city":"Oslo"}',
    })
  for (const text of ['{"__proto__":1}', '[1', '7', 'Oslo'])
    await expect(parseArguments(plain, JSON.stringify({ where: text }))).rejects.toThrow('where')
})

it('opens texts inside lists, but no text of another value, no list of a text, and nothing that is refused', async () => {
  const plain = defineTool({
    name: 't',
    description: '',
    parameters: {
      properties: {
        any: { type: 'object' },
        list: { type: 'array', items: { type: 'object' } },
        count: { type: 'number' },
        none: { type: 'null' },
      },
    },
  })
  const read = (args: object) => parseArguments(plain, JSON.stringify(args))
  expect(await read({ list: [{ a: 1 }, '{"b":2}', '{"c":3}'] })).toEqual({
    list: [{ a: 1 }, { b: 2 }, { c: 3 }],
  })
  for (const args of [{ count: '7' }, { none: 'null' }, { any: ['{"a":1}'] }, { any: '{"__proto__":1}' }])
    await expect(read(args)).rejects.toThrow('do not fit the schema')
})

it('asks a schema a second time only where a text could be opened, at the places that it names', async () => {
  const validate = vi.fn((value: unknown) => {
    const { a } = value as { a?: { b?: unknown } }
    const path = [{ key: 'a' }, 'b']
    return typeof a?.b === 'object' ? { value } : { issues: [{ message: 'all' }, { message: 'no', path }] }
  })
  const own = {
    name: 't',
    description: '',
    parameters: { '~standard': { version: 1, vendor: 'o', validate } },
  }
  for (const args of [{}, { a: null }, { a: 'b' }, { a: {} }, { a: { b: 'text' } }, { a: { b: '[1' } }]) {
    validate.mockClear()
    await expect(validateArguments(own as typeof tool, args)).rejects.toThrow('do not fit the schema')
    expect([args, validate.mock.calls.length]).toEqual([args, 1])
  }
  expect(await validateArguments(own as typeof tool, { a: { b: '{"c":1}', d: 2 }, e: 3 })).toEqual({
    a: { b: { c: 1 }, d: 2 },
    e: 3,
  })
})

it('takes any object for a tool of plain JavaScript without a schema', async () => {
  for (const none of [{}, { parameters: undefined }, { parameters: null }]) {
    const bare = { name: 'now', description: '', ...none } as unknown as typeof tool
    await loadSchemas([bare])
    expect([toolJsonSchema(bare), await parseArguments(bare, '')]).toEqual([{ type: 'object' }, {}])
  }
})
