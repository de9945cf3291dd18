import { expect, test, vi } from 'vitest'
import type { Settings } from './settings.js'

// The build sets it, and the page has an address.
vi.stubGlobal('SCRIPTED_IN_PAGE', false)
vi.stubGlobal('location', new URL('http://127.0.0.1:5173/'))
const { endpointOf, parametersOf } = await import('./settings.js')

/** The page uses these itself, or sends them in another way. */
const own = new Set(['id', 'name', 'model', 'system', 'keyPlace'])

const all: Required<Settings> = {
  id: 'tide',
  name: 'Tide tables',
  baseUrl: 'https://tide.example/v1',
  model: 'moon',
  maxTokens: 21,
  temperature: 0.22,
  topP: 0.23,
  seed: 24,
  stop: ['END'],
  effort: 'high',
  extraHeaders: { 'x-harbour': 'north' },
  extraBody: { depth: 25 },
  api: 'ollama',
  profile: 'vllm',
  overrides: { body: { includeUsage: false } },
  system: 'Be brief.',
  keyPlace: 'tab',
}

test('every setting of a connection is sent, with the endpoint or as a parameter', () => {
  const sent = new Set<unknown>(Object.values({ ...endpointOf(all, undefined), ...parametersOf(all) }))
  expect(Object.entries(all).filter(([name, value]) => !own.has(name) && !sent.has(value))).toEqual([])
})
