import { type ReasoningEffort, requestCompletion } from '@antiphon/core'
import { createEndpointMemory, providerProfiles } from '@antiphon/core/provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { richTranscript, TOOLS, type ThinkingField } from '../profiles/transcript.js'
import { startStrictServers, strictFamilies, type StrictServers } from './start-strict-servers.js'

/** How the families send their thinking, where it is not `reasoning`. */
const EMITS: Record<string, ThinkingField> = {
  openrouter: 'reasoning_details',
  minimax: 'reasoning_details',
  litellm: 'thinking_blocks',
  mistral: 'content',
  ...Object.fromEntries(
    ['deepseek', 'moonshot', 'zai', 'dashscope', 'fireworks', 'xai', 'llama-cpp', 'sglang', 'generic'].map(
      (id) => [id, 'reasoning_content'],
    ),
  ),
}
const WISHES: (ReasoningEffort | undefined)[] = [
  undefined,
  'off',
  'on',
  'minimal',
  'low',
  'medium',
  'high',
  'max',
]

let servers: StrictServers
beforeAll(async () => {
  servers = await startStrictServers()
})
afterAll(() => servers.close())

describe('docs/wire 1, 5, 6: with its profile a strict server is satisfied at the first request', () => {
  it('there is a fake for every profile', () => {
    const faked = new Set(strictFamilies.map(({ profile }) => profile))
    expect(providerProfiles.map(({ id }) => id).filter((id) => !faked.has(id))).toEqual([])
  })

  it.each(strictFamilies)('$name, whatever is wished and offered', async ({ name, profile, model }) => {
    const thread = richTranscript(model, profile, EMITS[profile] ?? 'reasoning')
    const endpoint = { baseUrl: servers.url(name), apiKey: 'key', profile }
    const parameters = { temperature: 0.2, maxTokens: 512, parallelToolCalls: true, stop: 'END' }
    const choice = { ...parameters, toolChoice: 'required' as const }
    const requests = [
      ...WISHES.map((reasoningEffort) => ({ tools: TOOLS, parameters: { ...choice, reasoningEffort } })),
      { tools: [], parameters },
    ]
    for (const request of requests) {
      const { message, outcome, error } = await requestCompletion(
        endpoint,
        { model, messages: thread, ...request },
        { memory: createEndpointMemory() },
      )
      const visits = servers.visits()
      expect(visits.map(({ refusal, status }) => refusal ?? status)).toEqual([200])
      expect({ error, outcome, content: message.content, healed: message.request?.healed }).toEqual({
        error: undefined,
        outcome: 'complete',
        content: 'Yes.',
        healed: undefined,
      })
    }
  })
})
