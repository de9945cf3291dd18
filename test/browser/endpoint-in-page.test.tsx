import { createEndpoint, createEndpointFetch, recordingModels, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { expect, test } from 'vitest'

const body = (model: string) =>
  JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'hi' }] })
const bytes = new TextEncoder().encode('data: {"choices":[{"delta":{"content":"Tromsø 🌊"}}]}\r\n\r\n')

test('the endpoint answers inside a page: scripts, recordings cut at any byte, and aborting in mid-stream', async () => {
  const recordings = recordingModels([{ name: 'hello.sse', bytes }], { cutEvery: 1 })
  const scripted = createEndpointFetch(createEndpoint({ models: recordings, speed: Infinity }))
  const played = await scripted(`${SCRIPTED_BASE_URL}/chat/completions`, {
    method: 'POST',
    body: body('hello'),
  })
  const reader = played.body!.getReader()
  const sizes: number[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) sizes.push(next.value.length)
  expect(sizes).toEqual(Array.from(bytes, () => 1))

  const stop = new AbortController()
  const inPage = createEndpointFetch(createEndpoint({ speed: 20 }))
  const init = { method: 'POST', body: body('answer'), signal: stop.signal }
  const streaming = (await inPage(`${SCRIPTED_BASE_URL}/chat/completions`, init)).body!.getReader()
  expect(new TextDecoder().decode((await streaming.read()).value)).toMatch(/^data: \{/)
  stop.abort(new DOMException('Stopped by the user.', 'AbortError'))
  await expect(streaming.read()).rejects.toThrow('Stopped by the user.')
})
