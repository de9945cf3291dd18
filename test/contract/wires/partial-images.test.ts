/** A picture of Responses that comes in coarse pieces first: each replaces the one before. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AssistantMessage, createChat } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { readTranscript } from '@antiphon/transcripts'
import { wires } from '@antiphon/wires'
import { expect, test, vi } from 'vitest'

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
  const partial = (url: unknown) => ({ partial: [{ type: 'image_url', image_url: { url } }] })
  expect(runOf(read(events.slice(0, 4)))).toEqual(partial(one))
  expect(runOf(read(events.slice(0, 5)))).toEqual(partial(two))
  const message = read(events)
  expect(message.images).toEqual([{ type: 'image_url', image_url: { url: whole } }])
  // The coarse ones are gone.
  expect(runOf(message)).toEqual({ result: 'completed' })
})

test('a picture that failed, or came without its data, keeps the last piece', () => {
  for (const end of [
    { ...open, status: 'failed' },
    { ...open, status: 'completed', result: null },
  ]) {
    const list = [...events.slice(0, 5), { type: 'response.output_item.done', output_index: 0, item: end }]
    const read = readTranscript(
      [...list, { type: 'response.completed', response: { status: 'completed', output: [end] } }]
        .map(line)
        .join(''),
    ).messages[0] as AssistantMessage
    const run = read.tool_calls?.[0]?.providerRun
    expect(run?.partial).toEqual([{ type: 'image_url', image_url: { url: two } }])
    expect(run?.isError === true).toBe(end.status === 'failed')
  }
})

test('live each piece is there when it has come, also the first', async () => {
  let reply: ServerResponse | undefined
  const server = createServer((_, response) => {
    reply = response.setHeader('content-type', 'text/event-stream')
    response.write(events.slice(0, 3).map(line).join(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const chat = createChat({
    endpoint: { baseUrl, api: 'responses', wires },
    model: 'm',
    scheduler: immediateScheduler,
  })
  const sent = chat.send('Draw.')
  const seen = () => {
    const answer = chat.store.getMessages()[1] as AssistantMessage | undefined
    return answer?.tool_calls?.[0]?.providerRun?.partial
  }
  await vi.waitUntil(() => reply)
  for (const [at, url] of [
    [3, one],
    [4, two],
  ] as const) {
    reply!.write(line(events[at]!))
    await vi.waitFor(() => expect(seen()).toEqual([{ type: 'image_url', image_url: { url } }]))
  }
  reply!.end(events.slice(5).map(line).join(''))
  await sent
  expect(seen()).toBeUndefined()
  expect(chat.store.getMessages()[1]).toMatchObject({ images: [{ image_url: { url: whole } }] })
  server.close()
})
