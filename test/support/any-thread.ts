import type { Message } from '@antiphon/core'
import * as fc from 'fast-check'
import type { RequestPolicy } from '../../packages/core/src/provider/policy.js'

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
export const text = or(fc.constantFrom('', ' ', 'word', '<think>', '\n\n', 'cut \ud83d here', '\udc00'))
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
export const message = or(
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
/** A thread of any messages, sensible and not, as a host may have stored it. */
export const thread = fc.array(message, { maxLength: 12 }) as fc.Arbitrary<Message[]>

/** The settings of any server. */
export const policy: fc.Arbitrary<RequestPolicy> = fc.record(
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
