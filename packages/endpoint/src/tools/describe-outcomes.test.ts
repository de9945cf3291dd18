import { expect, test } from 'vitest'
import { outcomeList, sentenceOf } from './tell-results.js'
import { looksFailed } from '../script/looks-failed.js'

const outcome = (name: string, args: unknown, content: string) => ({
  name,
  arguments: JSON.stringify(args),
  content,
  failed: looksFailed(content),
  round: 0,
})

test.each([
  [
    outcome(
      'get_time',
      { timezone: 'America/New_York' },
      '{"timezone":"America/New_York","time":"09:05","date":"Monday 2 March"}',
    ),
    'In **New York** it is **09:05**, Monday 2 March.',
  ],
  [outcome('get_time', { timezone: 'Asia/Tokyo' }, '22:05'), '**Asia/Tokyo** (`get_time`): 22:05'],
  [
    outcome('convert_units', { value: 26.2, from: 'mi', to: 'km' }, '{"result":42.165}'),
    '26.2 mi is **42.165 km**.',
  ],
  [
    outcome('look_up', { country: 'Norway' }, '{"country":"Norway","capital":"Oslo","area_km2":385207}'),
    '**Norway** (`look_up`): capital Oslo, area km2 385,207',
  ],
  [
    outcome('get_deploys', { service: 'checkout' }, '{"service":"checkout","last":"9f31c2e"}'),
    '**checkout** (`get_deploys`): last 9f31c2e',
  ],
  [
    outcome('query_json', { query: '$..name' }, '["Alma","Bris"]'),
    '**$..name** (`query_json`): 2 found: Alma, Bris',
  ],
  [outcome('search', { query: 'tide' }, ''), '**tide** (`search`): nothing'],
])('a result becomes a sentence with its own values: %#', (result, sentence) => {
  expect(sentenceOf(result)).toBe(sentence)
})

test.each<[unknown, string]>([
  [{}, '`export_orders`: done'],
  ['', '`export_orders`: done'],
  ['  \n', '`export_orders`: done'],
  [{ query: '' }, '`export_orders`: done'],
  [{ from: ' ', to: '' }, '`export_orders`: done'],
  [{ filter: {}, ids: [] }, '`export_orders`: done'],
  [{ query: ' tide\n' }, '**tide** (`export_orders`): done'],
  [{ query: 'a\n\nb' }, '**a b** (`export_orders`): done'],
  [{ query: '**' }, '`export_orders`: done'],
  [{ query: 'a*b', n: 0 }, '**a\\*b, 0** (`export_orders`): done'],
])('a call whose arguments are %j begins with words that Markdown reads', (args, sentence) => {
  const call = outcome('export_orders', args, 'done')
  const result = typeof args === 'string' ? { ...call, arguments: args } : call
  expect(sentenceOf(result)).toBe(sentence)
  expect(outcomeList([{ ...result, failed: true }])).toBe(`- ${sentence.replace(':', ' failed:')}`)
})

test('a failed call says so in the list, with the first words of its error', () => {
  const failed = outcome('measure', { expression: '(1' }, '{"error":{"message":"Missing bracket\\nat 2"}}')
  expect(outcomeList([failed])).toBe('- **(1** (`measure`) failed: Missing bracket at 2')
})
