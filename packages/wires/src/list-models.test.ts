import type { ApiName } from '@antiphon/core/provider'
import { listModels } from '@antiphon/providers'
import { expect, it } from 'vitest'
import { wires } from './index.js'

/** The address and the headers of the question for the models of an endpoint. */
async function asked(baseUrl: string, api?: ApiName): Promise<[string, Record<string, string>]> {
  const requests: [string, Record<string, string>][] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requests.push([String(url), init?.headers as Record<string, string>])
    return new Response('{"data":[]}')
  }
  await listModels({ baseUrl, api, apiKey: 'k', wires }, { fetch })
  return requests[0]!
}

it('docs/wire 3.4: Anthropic: x-api-key, and all on one page', async () => {
  const [url, headers] = await asked('https://api.anthropic.com/v1')
  expect(url).toBe('https://api.anthropic.com/v1/models?limit=1000')
  expect(headers).toEqual({
    'x-api-key': 'k',
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  })
})

it.each([
  'https://generativelanguage.googleapis.com',
  'https://generativelanguage.googleapis.com/v1beta',
  'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
])('Gemini itself: x-goog-api-key, and all on one page, whatever was pasted (%s)', async (base) => {
  expect(await asked(base)).toEqual([
    'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000',
    { 'x-goog-api-key': 'k' },
  ])
})

it.each(['http://localhost:11434/api', 'localhost:11434/api/chat'])(
  'Ollama itself: its tags (%s)',
  async (base) => expect((await asked(base))[0]).toBe('http://localhost:11434/api/tags'),
)

it.each([
  'http://127.0.0.1:5300/v1',
  'http://127.0.0.1:5300/v1/chat/completions',
  'http://127.0.0.1:5300/api/chat',
])('Ollama that is chosen by name: beside the chat completions of the same server (%s)', async (base) => {
  expect((await asked(base, 'ollama'))[0]).toBe('http://127.0.0.1:5300/api/tags')
})
