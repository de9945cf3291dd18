/**
 * Whatever is in a thread and its tools, strict servers take the request on every wire: names that fit, no two alike, nothing
 * empty, no half of a surrogate pair.
 */
import type { EndpointConfig, Message } from '@antiphon/core'
import type { ToolDefinition } from '@antiphon/core/request'
import { resolveProvider } from '@antiphon/core/provider'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { endpointWires } from '@antiphon/wires/endpoint'
import { wires } from '@antiphon/wires'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadApi } from '../../../packages/core/src/provider/api-of.js'
import { buildRequest } from '../../../packages/core/src/provider/request/build-request.js'
import { amount } from '../../support/amount.js'
import { text, thread } from '../../support/any-thread.js'
import { assertProperty } from '../../support/property.js'

type Api = NonNullable<EndpointConfig['api']>
type Fields = Record<string, unknown>

const WIRES: Record<Api, { profile: string; model: string; name: RegExp; base?: string }> = {
  chat: { profile: 'openai', model: 'gpt-4.1', name: /^[a-zA-Z0-9_-]{1,64}$/ },
  responses: { profile: 'openai', model: 'gpt-5.1', name: /^[a-zA-Z0-9_-]{1,64}$/ },
  messages: { profile: 'anthropic', model: 'claude-sonnet-4-5', name: /^[a-zA-Z0-9_-]{1,64}$/ },
  gemini: {
    profile: 'gemini',
    model: 'gemini-3-pro',
    name: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    base: '/v1beta',
  },
  ollama: { profile: 'ollama', model: 'qwen3:4b', name: /^[a-zA-Z0-9_-]{1,64}$/, base: '/api' },
}

const name = fc.constantFrom(
  'find',
  'files.read',
  'files_read',
  'files read',
  '日本の検索',
  '検索',
  'x'.repeat(70),
  `${'x'.repeat(69)}y`,
  '3d-view',
  '-',
  '',
  'half \ud83d',
  '__proto__',
  'browser.tabs.open',
)
const tools: fc.Arbitrary<ToolDefinition[]> = fc.uniqueArray(
  fc.record({
    type: fc.constant('function' as const),
    function: fc.record({
      name,
      description: fc.constantFrom('Reads.', 'Reads \udc00.'),
      parameters: fc.constantFrom<Fields>(
        { type: 'object', properties: { path: { type: 'string', description: 'cut \ud83d' } } },
        { type: 'object', properties: { 'a\ud83d': { enum: ['\udc00'] } }, required: ['a\ud83d'] },
      ),
    }),
  }),
  { maxLength: 6, selector: (tool) => tool.function.name },
)
const extra: fc.Arbitrary<Fields> = fc.record({ metadata: fc.record({ note: text }) })

const scenarioOf = (id: string): Scenario => ({
  id,
  description: '',
  play: () => [{ type: 'text', text: 'Yes.' }],
})

/** Every record of a value, with the way to it. */
function* recordsOf(value: unknown, at = ''): Generator<[at: string, fields: Fields]> {
  if (Array.isArray(value)) for (const item of value) yield* recordsOf(item, at)
  else if (typeof value === 'object' && value !== null) {
    yield [at, value as Fields]
    for (const [key, item] of Object.entries(value)) yield* recordsOf(item, `${at}.${key}`)
  }
}

/** Names of the tools that a body offers. */
const offered = ({ tools: list }: Fields): string[] =>
  [...recordsOf(list)].flatMap(([at, fields]) =>
    /(?:^|\.function|\.functionDeclarations)$/.test(at) && typeof fields.name === 'string'
      ? [fields.name]
      : [],
  )

/** Names of the calls and results in it. */
const called = (body: Fields): string[] =>
  [...recordsOf({ ...body, tools: [] })].flatMap(([at, fields]) =>
    /\.(?:function|functionCall|functionResponse)$/.test(at) ||
    fields.type === 'tool_use' ||
    fields.type === 'function_call'
      ? [String(fields.name)]
      : [],
  )

/** Places of the texts with nothing in them, where servers refuse them. */
const blanks = (body: Fields): string[] =>
  [...recordsOf(body)].flatMap(([at, fields]) =>
    ['content', 'text', 'output', 'instructions', 'system'].flatMap((key) => {
      const value = fields[key]
      const isBlank = Array.isArray(value) ? value.length === 0 : typeof value === 'string' && !value.trim()
      const mayBe =
        /\.(?:extra|options|metadata)/.test(at) ||
        // A signed part may be empty, an answer that calls, and what is beside pictures; an empty prompt says something to a template.
        fields.thoughtSignature !== undefined ||
        (Array.isArray(fields.images) && fields.images.length > 0) ||
        (fields.role === 'assistant' && Array.isArray(fields.tool_calls)) ||
        fields.role === 'system' ||
        fields.role === 'developer'
      return isBlank && !mayBe ? [`${at}.${key}`] : []
    }),
  )

describe.each(Object.keys(WIRES) as Api[])('%s', (api) => {
  it('has a request that strict servers take, and the way back to the host’s names', async () => {
    const { profile, model, name: fits, base = '/v1' } = WIRES[api]
    const native = await loadApi(api, wires)
    const endpoint = { baseUrl: `https://api.example${base}`, profile }
    const provider = resolveProvider(endpoint, model, [], native?.settings(model))
    const build = native?.buildRequest ?? buildRequest
    const server = createEndpoint({
      wires: endpointWires,
      models: [scenarioOf(model)],
      speed: Infinity,
      unknownFields: 'ignore',
    })
    await assertProperty(
      fc.asyncProperty(thread, tools, extra, async (messages, offers, extraBody) => {
        const asked: Message[] = [...messages, { role: 'user', content: 'And?' }]
        const input = { model, messages: asked, tools: offers, parameters: { extraBody } }
        const { url, headers, body: sent, toolNames, adjustments } = build(endpoint, input, provider)
        const json = JSON.stringify(sent, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        )
        // JSON writes half of a pair as an escape; one in arguments has one more backslash.
        expect(json).not.toMatch(/\\ud[89a-f]/i)
        const body = JSON.parse(json) as Fields
        const names = offered(body)
        for (const one of [...names, ...called(body)]) expect(one).toMatch(fits)
        expect(new Set(names).size).toBe(names.length)
        expect(names.map((one) => toolNames?.get(one) ?? one)).toEqual(
          offers.map((tool) => tool.function.name),
        )
        expect(adjustments.filter(({ rule }) => rule === 'tool_name').length).toBe(toolNames?.size ?? 0)
        expect(blanks(body)).toEqual([])
        const response = await server.fetch(new Request(url, { method: 'POST', headers, body: json }))
        // Nobody made the signatures of these threads.
        const said = response.ok ? '' : await response.text()
        expect(said.replace(/.*Corrupted thought signature.*/s, '')).toBe('')
      }),
      { numRuns: amount(40, 400) },
    )
  })
})
