import { expect, test } from 'vitest'
import { apiOf, loadApi } from './api-of.js'

test.each([
  ['https://api.anthropic.com/v1', 'messages'],
  ['api.anthropic.com', 'messages'],
  ['https://api.anthropic.com.example/v1', 'chat'],
  ['https://generativelanguage.googleapis.com/v1beta', 'gemini'],
  ['generativelanguage.googleapis.com', 'gemini'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'chat'],
  ['http://localhost:11434/api', 'ollama'],
  ['localhost:11434/api/chat', 'ollama'],
  ['http://[::1]:11434/api', 'ollama'],
  ['https://ollama.com/api', 'ollama'],
  ['http://localhost:11434/v1', 'chat'],
  ['http://localhost:8000/api', 'chat'],
  ['https://example.com/?to=localhost:11434/api', 'chat'],
  ['/api/v1', 'chat'],
])('%s speaks %s', (baseUrl, api) => {
  expect(apiOf({ baseUrl })).toBe(api)
  expect(apiOf({ baseUrl, api: 'responses' })).toBe('responses')
  expect(apiOf({ baseUrl, path: 'chat' })).toBe('chat')
})

test('a wire that the endpoint was not given is refused with the line that brings it', async () => {
  await expect(loadApi('messages')).rejects.toMatchObject({
    data: {
      kind: 'invalid_request',
      code: 'no_wire',
      message: expect.stringContaining("import { wires } from '@antiphon/wires'"),
    },
  })
  await expect(loadApi('toString' as 'ollama', {})).rejects.toMatchObject({ data: { code: 'no_wire' } })
  expect(await loadApi('chat')).toBeUndefined()
})
