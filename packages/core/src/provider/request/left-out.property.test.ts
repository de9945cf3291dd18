import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../message/types.js'
import { wires } from '../../../../wires/src/index.js'
import { loadApi } from '../api-of.js'
import { providerProfiles } from '../profiles/index.js'
import { resolveProvider } from '../resolve.js'
import type { ApiName } from '../types.js'
import { buildRequest } from './build-request.js'
import type { Adjustment } from './types.js'
import { amount } from '../../../../../test/support/amount.js'
import { assertProperty } from '../../../../../test/support/property.js'

/** Keys that no wire knows, with a value that nothing else has. */
const extras = (name: string) =>
  fc.dictionary(
    fc.constantFrom('cache_control', 'name', 'prompt', `x_${name}`, 'id2'),
    fc.integer({ min: 100_000, max: 999_999 }).map((value) => `${name}${value}`),
    { maxKeys: 2 },
  )
const with_ = <T extends object>(name: string, value: T) =>
  extras(name).map((more) => ({ ...more, ...value }))

const png = 'data:image/png;base64,iVBORw0KGgo='
const pdf = 'data:application/pdf;base64,JVBERi0='
const textPart = with_('text', { type: 'text', text: 'seen' })
const part = fc.oneof(
  { weight: 3, arbitrary: textPart },
  with_('blank', { type: 'text', text: ' ' }),
  extras('image').chain((more) =>
    with_('picture', { type: 'image_url', image_url: { detail: 'low', ...more, url: png } }),
  ),
  with_('link', { type: 'image_url', image_url: { url: 'https://a.test/1.png' } }),
  extras('file').chain((more) =>
    with_('paper', { type: 'file', file: { ...more, filename: 'a.pdf', file_data: pdf } }),
  ),
  with_('table', {
    type: 'file',
    file: { filename: 'a.csv', file_data: `data:text/csv;base64,${btoa('a,b')}` },
  }),
  with_('sound', { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }),
  extras('film').chain((more) =>
    with_('video', { type: 'video_url', video_url: { ...more, url: 'https://a.test/1.mp4' } }),
  ),
)
const content = fc.oneof(
  fc.constant('words'),
  fc.array(textPart, { minLength: 1, maxLength: 3 }),
  fc.array(part, { minLength: 1, maxLength: 3 }),
)
const question = content.chain((content) => with_('question', { role: 'user', content }))
const system = fc
  .oneof(fc.constant('Be brief.'), fc.array(textPart, { minLength: 1, maxLength: 2 }))
  .chain((content) => with_('system', { role: 'system', content }))
const call = extras('fn').chain((more) =>
  with_('call', { type: 'function', function: { ...more, name: 'add', arguments: '{"a":1}' } }),
)
/** An answer with calls, and the results of some of them. */
const answer = fc
  .record({
    text: fc.constantFrom('', 'Yes.'),
    calls: fc.array(fc.tuple(call, fc.option(content)), { maxLength: 2 }),
    fields: fc.record(
      {
        reasoning: fc.constant('thought7'),
        // The flat text repeats what the entries say.
        reasoning_details: fc.constant([{ type: 'reasoning.text', text: 'thought7' }]),
        annotations: fc.constant([{ type: 'url_citation', url: 'cited7' }]),
        audio: fc.constant({ id: 'audio7', transcript: 'Spoken.' }),
        images: fc.constant([{ type: 'image_url', image_url: { url: 'image7' } }]),
        refusal: fc.constant('No.'),
        logprobs: fc.constant([{ token: 'token7' }]),
      },
      { requiredKeys: [] },
    ),
  })
  .chain(({ text, calls, fields }) =>
    fc.tuple(
      with_('answer', {
        ...fields,
        role: 'assistant',
        content: text,
        ...(calls.length > 0 && { tool_calls: calls.map(([one], i) => ({ ...one, id: `call_${i}` })) }),
      }),
      ...calls.flatMap(([, said], i) =>
        said === null ? [] : [with_('result', { role: 'tool', tool_call_id: `call_${i}`, content: said })],
      ),
    ),
  )
const thread = fc
  .tuple(
    fc.array(system, { maxLength: 1 }),
    fc.array(
      fc.oneof(
        question.map((one) => [one]),
        answer,
        system.map((one) => [one]),
      ),
      { maxLength: 4 },
    ),
    question,
  )
  .map(([first, middle, last]) => [...first, ...middle.flat(), last] as unknown as Message[])

const SHAPE = new Set('role content type text tool_calls tool_call_id function id name arguments'.split(' '))

/** Each key of the thread that says something, with its way, and the leaf that shows whether it left. */
function* keysOf(value: unknown, where: string): Generator<{ key: string; where: string; leaf: string }> {
  if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) yield* keysOf(entry, `${where}[${i}]`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      const isBody = SHAPE.has(key) && !(key === 'name' && /[a-z]\d{6}$/.test(String(entry)))
      const leaf = JSON.stringify(entry).match(/[a-z]+\d{6}|[a-z]+7(?=")/)?.[0]
      if (leaf !== undefined && !isBody && typeof entry === 'string') yield { key, where, leaf }
      yield* keysOf(entry, where === '' ? key : `${where}.${key}`)
    }
  }
}

/** Rules that report a whole part, message or result as replaced or dropped. */
const WHOLE =
  /^(?:part_as_text|part_dropped|result_part|answer_as_text|orphan_result|empty_turn|unknown_role)$/

const isNamed = (
  { key, where, leaf }: { key: string; where: string; leaf: string },
  adjustments: readonly Adjustment[],
): boolean =>
  adjustments.some(({ rule, where: at, before }) => {
    // Writers of other wires name places in the request.
    const place = at.replace(/^request\./, '')
    const near = at.startsWith('request.') || where.startsWith(place) || place.startsWith(where)
    if (!near) return false
    if (WHOLE.test(rule)) return true
    const said = JSON.stringify(before) ?? ''
    return (
      said.includes(leaf) ||
      said.includes(`"${key}"`) ||
      where.split(/[.[]/).some((name) => said.includes(`"${name}"`))
    )
  })

const apis: ApiName[] = ['chat', 'responses', 'messages', 'gemini', 'ollama']
const cases = apis.flatMap((api): [ApiName, string][] =>
  api === 'chat' ? providerProfiles.map(({ id }) => [api, id]) : [[api, 'generic']],
)
const runs = amount(15, 120)

test.each(cases)('%s, %s: each key of the thread leaves, or an adjustment names it', async (api, profile) => {
  const native = await loadApi(api, wires)
  const endpoint = { baseUrl: 'https://x.test/v1', profile }
  const provider = resolveProvider(endpoint, 'm', [], native?.settings('m'))
  const build = native ? native.buildRequest.bind(native) : buildRequest
  assertProperty(
    fc.property(thread, (messages) => {
      const { body, adjustments } = build(endpoint, { model: 'm', messages }, provider)
      const sent = JSON.stringify(body)
      const lost = [...keysOf(messages, 'messages')].filter(
        (one) => !sent.includes(one.leaf) && !isNamed(one, adjustments),
      )
      expect(lost).toEqual([])
    }),
    { numRuns: runs },
  )
})
