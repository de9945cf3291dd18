import { createChat, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import type { ApiName } from '@antiphon/core/provider'
import { createRecorder, failingByte, createTimeline, recordChat, writeCapture } from '@antiphon/devtools'
import { createEndpoint } from '@antiphon/endpoint'
import { playFolder, serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { wires } from '@antiphon/wires'
import { endpointWires } from '@antiphon/wires/endpoint'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const bases: [api: ApiName, path: string][] = [
  ['chat', '/v1'],
  ['responses', '/v1'],
  ['messages', '/v1'],
  ['gemini', '/v1beta'],
  ['ollama', '/api'],
]

let folder: string
let scripted: ServedEndpoint
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-captures-'))
  scripted = await serveEndpoint(createEndpoint({ wires: endpointWires, speed: Infinity }))
})
afterAll(async () => {
  await scripted.close()
  await rm(folder, { recursive: true })
})

const baseUrl = ({ url }: ServedEndpoint, path: string): string => url.replace('/v1', path)

function startChat(served: ServedEndpoint, api: ApiName, path: string, model: string) {
  return createChat({
    model,
    endpoint: { baseUrl: baseUrl(served, path), api, wires, apiKey: 'none', retry: { retries: 0 } },
    scheduler: immediateScheduler,
  })
}

const answerOf = (messages: readonly Message[]) => {
  const { content, reasoning, error, finish_reason } = messages.at(-1) as Message & Record<string, unknown>
  return { content, reasoning, error: (error as { kind?: string } | undefined)?.kind, finish_reason }
}

/** Asks the scripted endpoint and saves what came as a report. */
async function record(api: ApiName, path: string, model: string, name: string) {
  const recorder = createRecorder()
  const chat = startChat(scripted, api, path, model)
  const stop = recordChat(chat, recorder)
  await chat.send('Go on')
  stop()
  const exchanges = recorder.getExchanges()
  const last = exchanges.at(-1)!
  const report = { at: { exchange: last.id, byte: failingByte(createTimeline(last)) } }
  await writeFile(join(folder, name), writeCapture(exchanges, report))
  return answerOf(chat.store.getMessages())
}

test.each(bases)(
  'a report of the wire "%s" is played as it came, and on no other wire',
  async (api, path) => {
    const name = `report-${api}.json`
    const told = await record(api, path, 'thinker', name)
    expect(told.error).toBeUndefined()
    expect(String(told.content).length).toBeGreaterThan(10)
    const models = await playFolder(join(folder, name))
    const served = await serveEndpoint(createEndpoint({ wires: endpointWires, models, speed: Infinity }))
    const again = startChat(served, api, path, name)
    await again.send('Go on')
    expect(answerOf(again.store.getMessages())).toEqual(told)

    const [other, otherPath] = api === 'chat' ? bases[2]! : bases[0]!
    const wrong = startChat(served, other, otherPath, name)
    await wrong.send('Go on')
    expect(answerOf(wrong.store.getMessages()).error).toBe('invalid_request')
    await served.close()
  },
)

test('a refusal is refused again and a connection that broke breaks again; each exchange has a name', async () => {
  const refused = await record('chat', '/v1', 'no-such-model', 'refused.json')
  const broken = await record('chat', '/v1', 'disconnect', 'broken.json')
  expect(refused.error).toBe('not_found')
  expect(broken.error).toBeDefined()
  const served = await serveEndpoint(
    createEndpoint({ wires: endpointWires, models: await playFolder(folder), speed: Infinity }),
  )
  for (const [model, told] of [
    ['refused.json', refused],
    ['broken', broken],
    ['broken~1', broken],
  ] as const) {
    const chat = startChat(served, 'chat', '/v1', model)
    await chat.send('Go on')
    expect(answerOf(chat.store.getMessages())).toEqual(told)
  }
  await served.close()
})
