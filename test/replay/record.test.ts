import { createChat, type ChatOptions, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createEndpointMemory } from '@antiphon/core/provider'
import {
  createRecorder,
  createTimeline,
  readCapture,
  recordChat,
  replayTransport,
  writeCapture,
} from '@antiphon/devtools'
import { createEndpoint, recordingModels } from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { captures, fixtures } from './recorded-streams.js'

const recordings = [...fixtures, ...captures].filter(({ name }) => /\.(?:sse|jsonl|json)$/.test(name))
const names = recordings.map(({ name }) => name)
const apiKey = 'sk-never-in-a-file-0123456789abcdef'
const now = () => 1_790_000_000_000

/** The answer of a chat, without what only that chat knows: ids that it made up itself are called by their place. */
function answerOf(messages: readonly Message[]): Partial<Message> | undefined {
  const answer = messages.findLast((message) => message.role === 'assistant')
  if (!answer) return undefined
  const { id: _, timestamp: __, tool_calls, ...rest } = answer
  const calls = tool_calls?.map((call, at) =>
    call.id.startsWith('made-up') ? { ...call, id: `call_${at}` } : call,
  )
  return { ...rest, ...(calls && { tool_calls: calls }) }
}

let made = 0

function startChat(model: string, options: Partial<ChatOptions>) {
  return createChat({
    model,
    now,
    maxSteps: 1,
    generateId: () => `made-up-${++made}`,
    scheduler: immediateScheduler,
    memory: createEndpointMemory(),
    ...options,
  })
}

describe('an answer over HTTP, recorded, saved and replayed', () => {
  let server: ServedEndpoint

  beforeAll(async () => {
    const models = recordingModels(recordings, { cutEvery: 61 })
    server = await serveEndpoint(createEndpoint({ models, speed: Infinity, apiKey }))
  })
  afterAll(() => server.close())

  /** Asks the server to play a recording, with a recorder looking on, and saves what it saw. */
  async function record(name: string) {
    const recorder = createRecorder({ now })
    const endpoint = { baseUrl: server.url, apiKey, retry: { retries: 0 } }
    const chat = startChat(name, { endpoint })
    const stop = recordChat(chat, recorder, { now })
    await chat.send(`Play ${name}`)
    // The body ends a little after the last word of the answer.
    await vi.waitUntil(() => recorder.getExchanges().every((exchange) => createTimeline(exchange).completion))
    stop()
    const file = writeCapture(recorder.getExchanges())
    return { chat, recorder, file, exchanges: readCapture(file) }
  }

  test.each(names)('%s gives the same answer again', async (name) => {
    const { chat, recorder, file, exchanges } = await record(name)
    const shown = answerOf(chat.store.getMessages())
    expect(file).not.toContain(apiKey)
    expect(file).not.toContain(apiKey.slice(3))
    expect(exchanges).toHaveLength(recorder.getExchanges().length)

    const timeline = createTimeline(exchanges.at(-1)!)
    expect({ model: name, ...timeline.completion!.message }).toEqual(shown)

    const again = startChat(name, { transport: replayTransport(exchanges, { speed: 0 }) })
    await again.send(`Play ${name}`)
    expect(answerOf(again.store.getMessages())).toEqual(shown)
  })
})
