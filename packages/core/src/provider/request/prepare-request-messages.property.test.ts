import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { field } from '../../lib/json.js'
import type { Message } from '../../message/types.js'
import { prepareRequestMessages } from './messages.js'
import type { RequestMessage, RequestPolicy } from './types.js'
import { amount } from '../../../../../test/support/amount.js'
import { assertProperty } from '../../../../../test/support/property.js'

const runs = amount(100, 600)

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(undefined, null, '', '__proto__', Number.NaN, 12n, [], {}, [null], [undefined]),
) as fc.Arbitrary<unknown>
const or = <T>(sensible: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: sensible }, odd)

const id = or(
  fc.constantFrom(
    'a',
    'a',
    'a_2',
    'call_1',
    'call_0',
    '',
    'x'.repeat(70),
    'functions.x:0',
    '__proto__',
    'abcdefghi',
  ),
)
const text = or(fc.constantFrom('', ' ', 'word', '<think>', '\n\n', 'cut \ud83d here', '\udc00'))
const part = or(
  fc.constantFrom(
    { type: 'text', text: 'seen' },
    { type: 'text', text: '' },
    { type: 'text', text: 'half \ud83d' },
    { type: 'image_url', image_url: { url: 'https://a.test/1.png' } },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
    { type: 'image_url', image_url: 'https://a.test/2.png' },
    { type: 'file', file: null },
    { type: 'video_url', odd: 1 },
  ),
)
const content = fc.oneof(text, or(fc.array(part, { maxLength: 3 })))
const call = or(
  fc.record(
    {
      id,
      type: odd,
      function: or(
        fc.record({
          name: or(
            fc.constantFrom(
              'find',
              '__proto__',
              'constructor',
              'browser.tabs.open',
              'browser tabs',
              '<|channel|>final',
              'x'.repeat(80),
              'files.read',
            ),
          ),
          arguments: or(
            fc.constantFrom(
              '{}',
              '',
              '{"a":1}',
              '{"a":',
              '[1]',
              '"x"',
              'null',
              '{"t":"x\\ud83d"}',
              '{"t":"x\ud83d"}',
            ),
          ),
        }),
      ),
      extra_content: or(fc.constant({ google: { thought_signature: 's' } })),
      index: odd,
    },
    { requiredKeys: [] },
  ),
)
const entry = or(
  fc.record({
    type: or(
      fc.constantFrom('reasoning.text', 'reasoning.summary', 'reasoning.encrypted', 'thinking', 'new'),
    ),
    text,
    format: or(fc.constantFrom('anthropic-claude-v1', 'unknown')),
    data: text,
  }),
)
const local = {
  id: odd,
  timestamp: odd,
  metadata: or(
    fc.constantFrom({ 'wire.content_parts': [{ type: 'thinking' }] }, { 'antiphon.think_tag': { open: 1 } }),
  ),
  finishReason: odd,
  isError: odd,
  error: odd,
  usage: odd,
  segments: odd,
  timing: odd,
  toolName: odd,
  details: odd,
  kind: odd,
  name: odd,
}
const role = fc.constantFrom(
  'system',
  'developer',
  'user',
  'assistant',
  'assistant',
  'tool',
  'tool',
  'function',
  7,
)
const message = or(
  fc.record(
    {
      role,
      content,
      tool_calls: or(fc.array(call, { maxLength: 3 })),
      tool_call_id: id,
      reasoning: text,
      reasoning_details: or(fc.array(entry, { maxLength: 3 })),
      thinking_blocks: or(fc.array(entry, { maxLength: 2 })),
      reasoningSource: or(
        fc.record({
          field: fc.constantFrom('reasoning', 'reasoning_content', 'reasoning_text', 'think_tags', 'content'),
          model: or(fc.constantFrom('m', 'n')),
          provider: or(fc.constantFrom('p', 'q')),
        }),
      ),
      refusal: text,
      audio: or(fc.record({ transcript: text })),
      images: or(fc.array(part, { maxLength: 2 })),
      request: or(fc.record({ profile: or(fc.constantFrom('p', 'q')) })),
      ...local,
    },
    { requiredKeys: ['role'] },
  ),
)
const thread = fc.array(message, { maxLength: 12 }) as fc.Arbitrary<Message[]>

const policy: fc.Arbitrary<RequestPolicy> = fc.record(
  {
    reasoning: fc.record(
      {
        turns: fc.constantFrom('never', 'toolTurns', 'sinceLastUser', 'all'),
        field: fc.constantFrom(
          'same',
          'reasoning',
          'reasoning_content',
          'both',
          'reasoning_details',
          'thinking_blocks',
          'thinkTags',
          'contentParts',
        ),
        emptyKey: fc.constantFrom<boolean | 'toolTurns'>(true, false, 'toolTurns'),
        onlySameModel: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    model: fc.constantFrom('m', 'n'),
    provider: fc.constantFrom('p', 'openrouter'),
    emptyContent: fc.constantFrom(null, ''),
    developerRole: fc.constantFrom('system', 'developer'),
    lateSystem: fc.constantFrom('keep', 'merge', 'user'),
    callIdPattern: fc.constantFrom('[A-Za-z0-9]{9}', '[A-Za-z0-9_-]{1,64}'),
    toolNames: fc.constantFrom([], ['files.read'], ['browser_tabs']),
    toolNameOnResult: fc.boolean(),
    bridgeAfterTool: fc.constant('Done.'),
    mergeConsecutive: fc.boolean(),
    userParts: fc.constantFrom([], ['text'], ['text', 'image_url']),
    imageUrls: fc.constantFrom('any', 'dataOnly'),
    callExtras: fc.constantFrom('keep', 'drop'),
    missingThoughtSignature: fc.constant('skip'),
    prefill: fc.constantFrom('none', 'plain', 'prefix'),
  },
  { requiredKeys: [] },
)

const wireKeys = {
  system: ['role', 'content'],
  developer: ['role', 'content'],
  user: ['role', 'content'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
  assistant: [
    'role',
    'content',
    'tool_calls',
    'reasoning',
    'reasoning_content',
    'reasoning_text',
    'thinking',
    'reasoning_details',
    'thinking_blocks',
    'prefix',
  ],
}

const idsAfter = (sent: readonly RequestMessage[], index: number): string[] => {
  const rest = sent.slice(index + 1)
  const end = rest.findIndex(({ role: next }) => next !== 'tool')
  return rest
    .slice(0, end < 0 ? undefined : end)
    .map((next) => ('tool_call_id' in next ? next.tool_call_id : ''))
}

describe('a request made of any thread under any policy', () => {
  it('has each call answered once right after its turn, unique ids, readable arguments, and no local field', () => {
    assertProperty(
      fc.property(thread, policy, (messages, rules) => {
        const sent = prepareRequestMessages(messages, rules)
        const ids: string[] = []
        sent.forEach((wire, index) => {
          expect(wireKeys[wire.role]).toEqual(expect.arrayContaining(Object.keys(wire)))
          if (wire.role !== 'assistant') return expect(wire.content).not.toBeNull()
          expect(wire.content === null || typeof wire.content === 'string' || wire.content.length > 0).toBe(
            true,
          )
          expect(wire.tool_calls ?? wire.content, 'a turn says something').toBeTruthy()
          const own = (wire.tool_calls ?? []).map((sentCall) => sentCall.id)
          expect(idsAfter(sent, index)).toEqual(own)
          ids.push(...own)
          for (const { type, function: made } of wire.tool_calls ?? []) {
            expect(type).toBe('function')
            expect(made.name).not.toBe('')
            expect(JSON.parse(made.arguments)).toBeTypeOf('object')
            expect(JSON.parse(made.arguments)).not.toBeInstanceOf(Array)
            expect(JSON.parse(made.arguments)).not.toBeNull()
          }
        })
        expect(new Set(ids).size).toBe(ids.length)
        expect(sent.filter((wire) => wire.role === 'tool')).toHaveLength(ids.length)
        for (const one of ids) expect(one).toMatch(new RegExp(`^(?:${rules.callIdPattern ?? '[^]{1,64}'})$`))
      }),
      { numRuns: runs },
    )
  })

  it('is one that strict servers take: names that fit, no empty text, no half of a surrogate pair', () => {
    const half = /\p{Surrogate}/u
    const isBlank = (value: unknown): boolean => typeof value === 'string' && !value.trim()
    assertProperty(
      fc.property(thread, policy, (messages, rules) => {
        const sent = prepareRequestMessages(messages, rules)
        // JSON writes half of a pair as an escape, and an escape in arguments with one more backslash.
        const json = JSON.stringify(sent, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        )
        expect(json).not.toMatch(/\\ud[89a-f]/i)
        for (const wire of sent) {
          if (wire.role === 'assistant') {
            for (const { function: made } of wire.tool_calls ?? []) {
              if (!rules.toolNames?.includes(made.name)) expect(made.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
              expect(JSON.stringify(JSON.parse(made.arguments))).not.toMatch(half)
            }
            continue
          }
          if (wire.role === 'user' || wire.role === 'tool') expect(isBlank(wire.content)).toBe(false)
          if (Array.isArray(wire.content)) {
            expect(wire.content.length).toBeGreaterThan(0)
            for (const one of wire.content)
              expect(one.type === 'text' && isBlank(field(one, 'text'))).toBe(false)
          }
        }
      }),
      { numRuns: runs },
    )
  })

  it('keeps two names apart that look alike once they fit', () => {
    const calls = ['a.b', 'a b', 'a_b', 'a.b'].map((name, i) => ({
      id: `c${i}`,
      type: 'function' as const,
      function: { name, arguments: '{}' },
    }))
    const names = (rules: RequestPolicy): string[] =>
      prepareRequestMessages([{ role: 'assistant', content: '', tool_calls: calls }], rules).flatMap((wire) =>
        wire.role === 'assistant' ? wire.tool_calls!.map((sentCall) => sentCall.function.name) : [],
      )
    expect(names({})).toEqual(['a_b', 'a_b_2', 'a_b', 'a_b'])
    expect(names({ toolNames: ['a_b', 'a.b'] })).toEqual(['a.b', 'a_b_2', 'a_b', 'a.b'])
  })

  it('is the same each time, leaves the thread as it was, and begins the same when the thread goes on', () => {
    assertProperty(
      fc.property(thread, policy, message as fc.Arbitrary<Message>, (messages, rules, next) => {
        const frozen = deepFreeze(messages)
        const sent = prepareRequestMessages(frozen, deepFreeze(rules))
        expect(prepareRequestMessages(frozen, rules)).toEqual(sent)
        const ids = (list: readonly RequestMessage[]) =>
          list.flatMap((wire) => (wire.role === 'tool' ? [wire.tool_call_id] : []))
        expect(ids(prepareRequestMessages([...frozen, next], rules)).slice(0, ids(sent).length)).toEqual(
          ids(sent),
        )
      }),
      { numRuns: runs },
    )
  })
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
