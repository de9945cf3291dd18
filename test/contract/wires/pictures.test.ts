/** A picture in an answer, in the shapes in which servers of each wire and gateways before them write it (docs/wire 2.8). */
import { collectCompletion } from '@antiphon/core'
import { unshownItems } from '@antiphon/core/message'
import { wireReaders } from '@antiphon/wires/read'
import { expect, test } from 'vitest'

type Event = Record<string, unknown>

const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
const JPEG = '/9j/4AAQSkZJRg=='
const png = `data:image/png;base64,${PNG}`
const far = 'https://a.example/b.png'

const part = (given: Event): Event[] => [
  { candidates: [{ index: 0, content: { role: 'model', parts: [given] }, finishReason: 'STOP' }] },
]
const block = (content_block: Event): Event[] => [
  { type: 'message_start', message: { id: 'm', content: [] } },
  { type: 'content_block_start', index: 0, content_block },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  { type: 'message_stop' },
]
const item = (given: Event): Event[] => [
  { type: 'response.output_item.done', output_index: 0, item: { id: 'i', status: 'completed', ...given } },
  { type: 'response.completed', response: { id: 'r', status: 'completed' } },
]
const call = (result: unknown): Event[] => item({ type: 'image_generation_call', result })
const line = (message: Event, beside: Event = {}): Event[] => [
  { message: { role: 'assistant', content: '', ...message }, ...beside, done: true, done_reason: 'stop' },
]

test.each<[keyof typeof wireReaders, Event[], url?: string]>([
  ['gemini', part({ inlineData: { mimeType: 'image/png', data: PNG } })],
  ['gemini', part({ inline_data: { mime_type: 'image/png', data: PNG } })],
  ['gemini', part({ fileData: { mimeType: 'image/png', fileUri: far } }), far],
  ['gemini', part({ file_data: { mime_type: 'image/png', file_uri: far } }), far],
  ['messages', block({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } })],
  ['messages', block({ type: 'image', source: { type: 'url', url: far } }), far],
  ['messages', block({ type: 'image_url', image_url: { url: png } })],
  ['messages', block({ type: 'output_image', image_url: png })],
  ['responses', call(PNG)],
  ['responses', call(png)],
  ['responses', call({ url: far }), far],
  ['responses', call([{ b64_json: PNG }])],
  ['responses', item({ type: 'message', content: [{ type: 'output_image', image_url: png }] })],
  ['ollama', line({ images: [PNG] })],
  ['ollama', line({ images: [JPEG] }), `data:image/jpeg;base64,${JPEG}`],
  ['ollama', line({ images: [png] })],
  ['ollama', line({ images: [{ data: PNG }] })],
  ['ollama', line({ images: PNG })],
  ['ollama', line({ image: PNG })],
  ['ollama', line({}, { image: PNG })],
  ['ollama', [{ image: PNG, done: true }]],
])('on %s: %j', async (wire, events, url = png) => {
  const body = events.map((event) => `${wire === 'ollama' ? '' : 'data: '}${JSON.stringify(event)}\n\n`)
  const { outcome, message } = await collectCompletion([body.join('')], { createEvents: wireReaders[wire] })
  expect([outcome, unshownItems(message)]).toEqual(['complete', undefined])
  expect(message.images).toEqual([expect.objectContaining({ type: 'image_url', image_url: { url } })])
})
