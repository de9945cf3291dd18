import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { parseArguments } from './arguments.js'
import { defineTool, toolDefinition } from './define-tool.js'
import type { JsonSchema, StandardSchema } from './schema.js'
import type { Tool } from './types.js'

/** A schema of a library that is not zod, without a way to write itself. */
const celsius: StandardSchema<{ f: number }, { c: number }> = {
  '~standard': {
    version: 1,
    vendor: 'ours',
    validate: (value) => {
      const { f } = value as { f: unknown }
      return typeof f === 'number'
        ? { value: { c: Math.round(((f - 32) * 5) / 9) } }
        : { issues: [{ message: 'must be a number', path: [{ key: 'f' }] }] }
    },
  },
}
const base = { name: 't', description: 'T.' }
const parameters = (tool: Tool) => toolDefinition(tool).function.parameters

describe('what a tool is offered as', () => {
  it('is JSON Schema of what the model must write, by zod', () => {
    const tool = defineTool({
      ...base,
      parameters: z.object({ n: z.number(), unit: z.string().default('m'), at: z.coerce.date().optional() }),
    })
    expect(toolDefinition(tool)).toEqual({
      type: 'function',
      function: {
        ...base,
        parameters: {
          type: 'object',
          properties: { n: { type: 'number' }, unit: { type: 'string', default: 'm' }, at: {} },
          required: ['n'],
        },
      },
    })
    expect(toolDefinition(tool)).toBe(toolDefinition(tool))
  })

  it('is the JSON Schema given beside a schema that cannot write itself, else an error that asks for it', () => {
    const jsonSchema = { properties: { f: { type: 'number' } } }
    expect(parameters(defineTool({ ...base, parameters: celsius, jsonSchema }))).toEqual({
      type: 'object',
      ...jsonSchema,
    })
    expect(() => parameters(defineTool({ ...base, parameters: celsius }))).toThrow('Give it as "jsonSchema"')
  })

  it('is what a Standard JSON Schema writes, or plain JSON Schema as it is', () => {
    const input = ({ target, ...more }: { target: string }) => ({
      $schema: target,
      title: `own, ${target}`,
      ...more,
    })
    const own = { '~standard': { ...celsius['~standard'], jsonSchema: { input } } }
    expect(parameters(defineTool({ ...base, parameters: own }))).toEqual({
      type: 'object',
      title: 'own, draft-2020-12',
      libraryOptions: { unrepresentable: 'any' },
    })
    const plain = { type: 'object', properties: { a: { not: { type: 'string' } } } }
    expect(parameters(defineTool({ ...base, parameters: plain }))).toEqual(plain)
  })
})

describe('what a tool is given', () => {
  it('is the output of any schema, with its words for what does not fit', async () => {
    const tool = defineTool({ ...base, parameters: celsius, jsonSchema: {} })
    expect(await parseArguments(tool, '{"f":212}')).toEqual({ c: 100 })
    await expect(parseArguments(tool, '{"f":"hot"}')).rejects.toThrow('f: must be a number')
  })

  it('is checked against plain JSON Schema, all but the keywords that are said not to be', async () => {
    const schema: JsonSchema = {
      properties: { city: { type: 'string', minLength: 2 }, days: { $ref: '#/$defs/days' } },
      required: ['city'],
      dependentRequired: { city: ['days'] },
      $defs: { days: { type: 'integer', maximum: 7 } },
    }
    const tool = defineTool({ ...base, parameters: schema })
    expect(await parseArguments(tool, '{"city":"Oslo","days":3,"more":1}')).toEqual({
      city: 'Oslo',
      days: 3,
      more: 1,
    })
    expect(await parseArguments(tool, '{"city":"Oslo"}')).toEqual({ city: 'Oslo' })
    await expect(parseArguments(tool, '{"city":"O"}')).rejects.toThrow('city:')
    await expect(parseArguments(tool, '{"city":"Oslo","days":8}')).rejects.toThrow('days:')
    await expect(parseArguments(tool, '{}')).rejects.toThrow('city:')
  })

  it('may be named like the keywords that are not read', async () => {
    const tool = defineTool({
      ...base,
      parameters: { properties: { not: { type: 'string' }, if: { type: 'number', not: { const: 1 } } } },
    })
    await expect(parseArguments(tool, '{"not":1}')).rejects.toThrow('not:')
    expect(await parseArguments(tool, '{"if":1}')).toEqual({ if: 1 })
  })

  it('names each place that does not fit', async () => {
    const issues = [
      { message: 'too long', path: ['list', 0, { key: 'name' }] },
      { message: 'all wrong' },
      { message: 'also', path: [] },
    ]
    const schema = { '~standard': { ...celsius['~standard'], validate: () => ({ issues }) } }
    await expect(parseArguments({ ...base, parameters: schema }, '{}')).rejects.toThrow(
      new Error('The arguments do not fit the schema of "t":\nlist.0.name: too long\nall wrong\nalso'),
    )
  })

  it('is what a schema that is a function makes of it, prototypes and all', async () => {
    const given: unknown[] = []
    const schema = Object.assign(() => {}, {
      '~standard': {
        version: 1,
        vendor: 'ark',
        validate: (value: unknown) => (given.push(value), { value }),
      },
    } as const)
    await parseArguments({ ...base, parameters: schema }, '{"a":{}}')
    expect(Object.getPrototypeOf(given[0])).toBe(Object.prototype)
  })

  it('is nothing when the schema itself fails', async () => {
    const tool = defineTool({
      ...base,
      parameters: z.object({}).refine(() => {
        throw new Error('db')
      }),
    })
    await expect(parseArguments(tool, '{}')).rejects.toThrow(
      new Error('The schema of "t" failed while checking the arguments: Error: db', {
        cause: new Error('db'),
      }),
    )
  })

  it('follows from the schema in types', () => {
    defineTool({
      ...base,
      parameters: z.object({ n: z.string().transform(Number) }),
      approval: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ n: number }>()
        return args.n > 1
      },
      execute: (args, context) => {
        expectTypeOf(args).toEqualTypeOf<{ n: number }>()
        expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>()
        return args.n
      },
    })
    defineTool({
      ...base,
      parameters: celsius,
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ c: number }>(),
    })
    const typed: JsonSchema<{ city: string }> = { type: 'object' }
    defineTool({
      ...base,
      parameters: typed,
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ city: string }>(),
    })
    const tool = defineTool({
      ...base,
      parameters: { type: 'object' },
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>()
        return 7
      },
    })
    expectTypeOf(tool.execute!).returns.toEqualTypeOf<number | Promise<number>>()
    const list: Tool[] = [tool]
    expect(list).toHaveLength(1)
    defineTool({
      ...base,
      parameters: z.object({ n: z.number() }),
      execute: () => 1,
      // @ts-expect-error a rule by a field that the schema does not have
      approval: (args) => args.m === 1,
    })
    defineTool({
      ...base,
      parameters: z.object({ n: z.number() }),
      // @ts-expect-error an execute that wants other arguments than the schema gives
      execute: (args: { m: string }) => args.m,
    })
  })
})

describe('a definition that cannot work is refused at once', () => {
  it('no name', () => {
    expect(() => defineTool({ name: '', description: '', parameters: z.object({}) })).toThrow('needs a name')
  })

  it('a name of 64 characters, or no rule and nothing to run, is none', () => {
    const tool = defineTool({
      name: `${'x'.repeat(60)}A_-9`,
      description: '',
      parameters: {},
      approval: 'never',
    })
    expect(tool.name).toHaveLength(64)
  })

  it('an approval rule without anything to run', () => {
    expect(() => defineTool({ ...base, parameters: z.object({}), approval: 'always' })).toThrow('no execute')
  })
})
