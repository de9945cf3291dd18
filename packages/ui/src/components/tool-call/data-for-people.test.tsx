import type { ContentPart, ToolMessage } from '@antiphon/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storyCall, tinyImage } from '../../fixtures/story-calls.js'
import { AudienceContext, type Audience } from '../context/audience-context.js'
import { ToolCallView } from './tool-call.js'
import '../../testing/late-parts.js'

type Result = Partial<ToolMessage> & { content: ToolMessage['content'] }

function show(
  audience: Audience,
  { content, ...more }: Result,
  open: boolean,
  args: unknown = { id: 'A-18' },
) {
  const call = storyCall('find_order', args, { result: content })
  const whole = { ...call, result: { ...call.result!, ...more } }
  const view = <ToolCallView call={whole} defaultOpen={open} />
  return render(<AudienceContext.Provider value={audience}>{view}</AudienceContext.Provider>).container
}

const order = { order_state: 'on_its_way', lines: [{ sku_no: 'X-1', qty: 2 }] }
const json = JSON.stringify(order)
const rows = '[{"order_state":"on_its_way"},{"order_state":"paid"}]'
const text = (words: string): ContentPart => ({ type: 'text', text: words })
const names = /order_state|on_its_way|sku_no|Nothing|nothing/

it.each<[string, Result, string?]>([
  ['an object', { content: json, details: order }],
  ['JSON that is only text', { content: ` \n${json}` }],
  ['a table', { content: rows, details: JSON.parse(rows) as unknown }],
  ['a list of words', { content: '["on_its_way","paid"]' }],
  ['JSON that was cut', { content: '{\n  "order_state": "on_its_w\n[Cut: the first 30 of 90]' }],
  ['a list that was cut', { content: '[\n  {"order_state": "on_its_w' }],
  ['JSON with a number that no parser keeps', { content: '{"order_state": 12345678901234567890}' }],
  ['lines of JSON', { content: '{"order_state":1}\n{"order_state":2}' }],
  ['XML', { content: '<?xml version="1.0"?>\n<order_state>on_its_way</order_state>' }],
  ['HTML', { content: ' <div id="order_state">on_its_way</div>' }],
  ['words with data behind them', { content: 'Is coming.', details: order }, 'Is coming.'],
  ['words before data', { content: `Is coming.\n${json}`, details: order }, 'Is coming.'],
  [
    'parts, of which one is data',
    { content: [text('Is coming.'), text(json)], details: order },
    'Is coming.',
  ],
  ['a note in brackets', { content: '[1] Is coming.' }, '[1] Is coming.'],
  ['braces in words', { content: '{Anna} Is coming.' }, '{Anna} Is coming.'],
])('people read no names and values of %s, open or closed', async (_, result, words) => {
  for (const open of [true, false]) {
    const container = show('people', result, open)
    await screen.findAllByText(/A-18/)
    expect(container.textContent).not.toMatch(names)
    expect(container.innerHTML).not.toMatch(names)
    if (words) expect(container.textContent).toContain(words)
  }
})

it('developers read all of it', async () => {
  for (const open of [true, false]) {
    const container = show('developers', { content: json, details: order }, open)
    await expect.poll(() => container.textContent).toMatch(/order_state.*on_its_way.*sku_no/s)
  }
})

it('pictures, files and what a call without a result says stay', async () => {
  const picture: ContentPart = { type: 'image_url', image_url: { url: tinyImage } }
  const file: ContentPart = {
    type: 'file',
    file: { filename: 'orders.csv', file_data: 'data:text/csv;base64,YSxi' },
  }
  const container = show('people', { content: [picture, file], details: order }, true)
  expect(await screen.findByText('orders.csv')).toBeVisible()
  expect(container.querySelector('[data-slot="result-part"]')).not.toBeNull()
  expect(show('people', { content: '' }, true).textContent).toContain('Returned nothing')
})

it('the words of a failure stay, without the data beside them', async () => {
  const failed = { content: 'The shop is closed until 9.', isError: true, details: order }
  const container = show('people', failed, true)
  await expect.poll(() => container.textContent).toContain('The shop is closed until 9.')
  expect(container.textContent).not.toMatch(names)
})

it('nested arguments have their names in words, open or closed', async () => {
  const args = { delivery: { streetName: 'Karl Johans gate', box_no: null }, ids: ['A-18', 'A-19'] }
  for (const open of [true, false]) {
    const container = show('people', { content: 'ok' }, open, args)
    await expect.poll(() => container.textContent).toContain('Street name Karl Johans gate')
    expect(container.textContent).toMatch(/Box no null.*A-18.*A-19/s)
    expect(container.textContent).not.toMatch(/streetName|box_no|"/)
  }
})
