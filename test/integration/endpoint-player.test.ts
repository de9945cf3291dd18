import { createEndpoint, createEndpointFetch, recordingModels, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { playFolder, serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain, post, user } from './endpoint-client.js'

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const ask = (model: string) => ({ model, stream: true, messages: [user('play')] })

/** The network chunks as Node's client takes them off the wire; `fetch` joins those that wait together. */
function wireChunks(url: string, model: string): Promise<Buffer[]> {
  return new Promise((done, fail) => {
    const req = request(`${url}/chat/completions`, { method: 'POST' }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => done(chunks))
      res.on('error', fail)
    })
    req.on('error', fail)
    req.end(JSON.stringify(ask(model)))
  })
}

const recorded = /\.(sse|jsonl|json)$/
const shared = process.env['ANTIPHON_SHARED'] ?? resolve(import.meta.dirname, '../../../shared')
const folders = [join(shared, 'captures'), resolve(import.meta.dirname, '../fixtures/streams')].filter(
  hasRecordings,
)

function hasRecordings(folder: string): boolean {
  const present = existsSync(folder) && readdirSync(folder).some((name) => recorded.test(name))
  if (!present) console.log(`No recordings at ${folder}: not played.`)
  return present
}

describe.each(folders)('the recordings of %s', (folder) => {
  const names = readdirSync(folder).filter((name) => recorded.test(name))
  let served: ServedEndpoint
  beforeAll(async () => {
    const models = await playFolder(folder, { cutEvery: 997 })
    served = await serveEndpoint(createEndpoint({ models, speed: Infinity }))
  })
  afterAll(() => served.close())

  test.each(names)('%s comes over HTTP byte for byte', async (name) => {
    const response = await post(served.url, ask(name))
    const { bytes } = await drain(response)
    const file = readFileSync(join(folder, name))
    const expected = name.endsWith('.jsonl') ? framed(file) : file
    expect(Buffer.from(bytes).equals(expected)).toBe(true)
    const type = name.endsWith('.json') ? 'application/json' : 'text/event-stream'
    expect(response.headers.get('content-type')).toContain(type)
  })
})

function framed(file: Buffer): Buffer {
  const lines = file
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  return Buffer.from([...lines, '[DONE]'].map((line) => `data: ${line}\n\n`).join(''))
}

describe('a folder of recordings', () => {
  test('is a model for each file, found with and without its ending; a stream goes before a body of the same name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'antiphon-'))
    await writeFile(join(folder, 'hello.sse'), 'data: {"choices":[]}\n\n')
    await writeFile(join(folder, 'hello.json'), '{"choices":[]}')
    await writeFile(join(folder, 'notes.md'), 'not a recording')
    const endpoint = createEndpoint({ models: await playFolder(folder), speed: Infinity })
    expect(endpoint.models.map((model) => model.id)).toEqual(['hello.json', 'hello.sse'])
    const inPage = createEndpointFetch(endpoint)
    for (const [model, text] of [
      ['hello.sse', 'data: {"choices":[]}\n\n'],
      ['hello', 'data: {"choices":[]}\n\n'],
      ['hello.json', '{"choices":[]}'],
    ]) {
      expect((await drain(await post(SCRIPTED_BASE_URL, ask(model!), {}, inPage))).text).toBe(text)
    }
    await rm(folder, { recursive: true })
  })

  test('that cannot be read is a clear rejection', async () => {
    await expect(playFolder('/no/such/folder')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test.each([
    ['a.json', { error: { message: 'no', code: 401 } }, 401],
    ['mistral-403-detail.json', { detail: 'no' }, 403],
    ['gemini.json', [{ error: { code: 429, message: 'no' } }], 429],
    ['cerebras.json', { message: 'no', type: 'x', param: 'y', code: 'wrong_api_format' }, 400],
    ['gpt-400.json', { choices: [{ message: { content: 'fine' } }] }, 200],
  ])('%s answers with the status of what it holds', async (name, body, status) => {
    const models = recordingModels([{ name, bytes: bytesOf(JSON.stringify(body)) }])
    const response = await post(
      SCRIPTED_BASE_URL,
      ask(name),
      {},
      createEndpointFetch(createEndpoint({ models, speed: Infinity })),
    )
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(body)
  })
})

describe('network chunks', () => {
  const text =
    'data: {"choices":[{"index":0,"delta":{"content":"Tromsø 🌊 夜"}}]}\r\n\r\n: on\r\n\r\ndata: [DONE]\r\n\r\n'
  const bytes = bytesOf(text)
  const recording = [{ name: 'cut.sse', bytes }]

  test('arrive exactly as cut, at every byte: inside a letter and inside CRLF too', async () => {
    for (let offset = 1; offset < bytes.length; offset += 1) {
      const models = recordingModels(recording, { cut: () => [offset] })
      const response = await post(
        SCRIPTED_BASE_URL,
        ask('cut'),
        {},
        createEndpointFetch(createEndpoint({ models, speed: Infinity })),
      )
      const { chunks, bytes: whole } = await drain(response)
      expect(chunks.map((chunk) => chunk.length)).toEqual([offset, bytes.length - offset])
      expect(whole).toEqual(bytes)
    }
  })

  test('leave the Node server one by one', async () => {
    const served = await serveEndpoint(
      createEndpoint({ models: recordingModels(recording, { cutEvery: 1 }), speed: Infinity }),
    )
    const chunks = await wireChunks(served.url, 'cut')
    await served.close()
    expect(chunks.map((chunk) => chunk.length)).toEqual(Array.from(bytes, () => 1))
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(bytes))
  })

  test('end after each event when nothing else is asked, at a pace by their size', async () => {
    let slept = 0
    const sleep = (ms: number) => ((slept += ms), Promise.resolve())
    const models = recordingModels(recording)
    const inPage = createEndpointFetch(createEndpoint({ models, sleep }))
    const { chunks } = await drain(await post(SCRIPTED_BASE_URL, ask('cut'), {}, inPage))
    expect(chunks.map((chunk) => new TextDecoder().decode(chunk))).toEqual(text.split(/(?<=\r\n\r\n)/))
    expect(slept).toBeGreaterThan(5)
    expect(slept).toBeLessThanOrEqual(bytes.length / 8)
  })
})
