import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseArguments } from './arguments.js'
import { defineTool } from './define-tool.js'
import type { Tool } from './types.js'

/** Corpus of hostile and broken argument texts (65 cases); belongs to others, never copied. */
const path = join(
  process.env['ANTIPHON_SHARED'] ?? join(import.meta.dirname, '../../../../../shared'),
  'corpora/tool-args/cases.json',
)
interface Case {
  name: string
  text?: string
  prefix?: string
  repeat?: string
  times?: number
  suffix?: string
  json: 'valid' | 'invalid' | 'empty'
  invariant: string
}
const cases: Case[] = existsSync(path)
  ? (JSON.parse(readFileSync(path, 'utf8')) as { cases: Case[] }).cases
  : []
if (cases.length === 0) console.log(`skipped: ${path} is not there (set ANTIPHON_SHARED)`)
const textOf = ({ text, prefix = '', repeat = '', times = 0, suffix = '' }: Case) =>
  text ?? prefix + repeat.repeat(times) + suffix

const base = { name: 't', description: '' }
const anything = defineTool({ ...base, parameters: { type: 'object' } })
const nothing = defineTool({ ...base, parameters: z.object({}) })
const needsPath = defineTool({ ...base, parameters: z.object({ path: z.string() }) })
const strict = defineTool({ ...base, parameters: z.strictObject({ path: z.string() }) })

async function outcome(one: Case, tool: Tool = anything): Promise<{ value: unknown } | { error: string }> {
  try {
    return { value: await parseArguments(tool, textOf(one)) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** Cases that are one JSON object but may not reach a tool. */
const refused = /^(proto-|constructor-prototype$|big-exp$|deep-nesting-object$)/

describe.runIf(cases.length > 0)('S36: arguments of corpora/tool-args', () => {
  afterEach(() => expect(({} as { polluted?: unknown }).polluted).toBeUndefined())

  it('are all here', () => expect(cases).toHaveLength(65))

  it.each(cases.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const found = await outcome(one)
    const parsed = one.json === 'valid' ? (JSON.parse(textOf(one)) as unknown) : undefined
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)

    if (one.json === 'empty') expect(found).toEqual({ value: {} })
    else if (!isObject)
      expect(found).toEqual({ error: expect.stringMatching(/not valid JSON|one JSON object/) })
    else if (refused.test(name)) expect(found).toEqual({ error: expect.stringContaining('not accepted') })
    else {
      // Byte for byte what JSON.parse says, duplicates included, and it can be stored and read again.
      const { value } = found as { value: object }
      expect(JSON.stringify(value)).toBe(JSON.stringify(parsed))
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      expect(Object.isFrozen(value)).toBe(true)
      expect({ ...structuredClone(value) }).toEqual(value)
    }
    if (name.startsWith('malformed-') && one.json === 'invalid') {
      const { error } = found as { error: string }
      const position = Number(/position (\d+)/.exec(error)?.[1])
      expect(position).toBeLessThanOrEqual(textOf(one).length)
    }
  })

  const named = (name: string) => cases.find((one) => one.name === name)!

  it('empty text is an error for a tool that needs an argument, and none for one that does not', async () => {
    expect(await outcome(named('non-object-empty'), nothing)).toEqual({ value: {} })
    expect(await outcome(named('non-object-empty'), needsPath)).toEqual({
      error: expect.stringContaining('path:'),
    })
  })

  it('the last of two equal keys wins', async () => {
    for (const name of ['dup-keys', 'dup-keys-escaped']) {
      expect(await outcome(named(name), needsPath)).toEqual({ value: { path: '/etc/passwd' } })
    }
  })

  it('keys that a schema does not know are reported or left out, as it says', async () => {
    expect(await outcome(named('extra-keys'), needsPath)).toEqual({ value: { path: 'a' } })
    expect(await outcome(named('extra-keys'), strict)).toEqual({
      error: expect.stringContaining('unexpected'),
    })
  })

  it('a digit that a double cannot hold is lost before anybody is shown the value, not after', async () => {
    expect(await outcome(named('big-int'))).toEqual({ value: { id: 9007199254740992 } })
  })
})
