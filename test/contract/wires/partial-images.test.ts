/** A picture of Responses that comes in coarse pieces first: each replaces the one before. */
import type { AssistantMessage } from '@antiphon/core'
import { readTranscript } from '@antiphon/formats'
import { expect, test } from 'vitest'

type Event = Record<string, unknown>

const open = { id: 'ig_1', type: 'image_generation_call', status: 'in_progress' }
const done = { ...open, status: 'completed', output_format: 'webp', result: 'V0hPTEU=' }
const partial = (index: number, data: string): Event => ({
  type: 'response.image_generation_call.partial_image',
  item_id: 'ig_1',
  output_index: 0,
  partial_image_index: index,
  partial_image_b64: data,
  output_format: 'webp',
})
const events: Event[] = [
  { type: 'response.created', response: { id: 'resp_1', model: 'm' } },
  { type: 'response.output_item.added', output_index: 0, item: open },
  { type: 'response.image_generation_call.generating', output_index: 0, item_id: 'ig_1' },
  partial(0, 'T05F'),
  partial(1, 'VFdP'),
  { type: 'response.image_generation_call.completed', output_index: 0, item_id: 'ig_1' },
  { type: 'response.output_item.done', output_index: 0, item: done },
  { type: 'response.completed', response: { status: 'completed', output: [done] } },
]
const line = (event: Event): string => `data: ${JSON.stringify(event)}\n\n`

const [one, two, whole] = ['T05F', 'VFdP', 'V0hPTEU='].map((data) => `data:image/webp;base64,${data}`)

test('a recording that was cut keeps the last piece; a whole one has the picture', () => {
  const read = (list: readonly Event[]) =>
    readTranscript(list.map(line).join('')).messages[0] as AssistantMessage
  const runOf = ({ tool_calls: calls }: AssistantMessage) => calls?.[0]?.providerRun
  expect(runOf(read(events.slice(0, 4)))).toEqual({ details: { partial_image: one } })
  expect(runOf(read(events.slice(0, 5)))).toEqual({ details: { partial_image: two } })
  const message = read(events)
  expect(message.images).toEqual([{ type: 'image_url', image_url: { url: whole } }])
  expect(runOf(message)).toMatchObject({ result: 'completed' })
})
