import type { Message } from '@antiphon/core'
import {
  buildRequest,
  providerProfiles,
  resolveProvider,
  type CompletionRequest,
  type ReasoningEffort,
} from '@antiphon/core/provider'
import { describe, expect, it } from 'vitest'
import { richTranscript, TOOLS, type ThinkingField } from './transcript.js'
import type { WireMessage } from './wire-words.js'

/** What an endpoint of a family must be sent for the rich transcript, written from wire-facts. */
export interface Expectation {
  model: string
  /** The field in which this family sends its thinking. */
  emits: ThinkingField
  /** The wish about thinking. Default `high`. */
  wish?: ReasoningEffort
  url: string
  /** All but Content-Type. */
  headers: Record<string, string>
  /** All but `model`, `messages` and `stream: true`. */
  fields: Record<string, unknown>
  messages: WireMessage[]
}

/** One line per family: its request for the rich transcript is exactly the expected one. */
export function describeProfile(id: string, { model, emits, wish, ...expected }: Expectation): void {
  describe(`wire-facts 1, 5.1, 6: ${id}, ${model}`, () => {
    const thread = richTranscript(model, id, emits)
    const stored = structuredClone(thread)
    const request = requestFor(id, model, thread, wish)
    const { messages, ...fields } = nameNewIds(request.body, thread) as { messages: WireMessage[] }

    it('gets its address and headers', () => {
      expect(request.url).toBe(expected.url)
      expect(request.headers).toEqual({ 'Content-Type': 'application/json', ...expected.headers })
    })

    it('gets exactly the fields it knows', () => {
      expect(fields).toEqual({ model, stream: true, ...expected.fields })
    })

    it('gets exactly the messages it accepts', () => {
      expect(messages).toEqual(expected.messages)
    })

    it('gets ids of the form it takes, each once, the same in every request', () => {
      const pattern = resolveProvider({ baseUrl: expected.url, profile: id }, model).settings.messages
        .callIdPattern
      const ids = callIds(request.body)
      expect(ids).toHaveLength(5)
      expect(new Set(ids).size).toBe(5)
      expect(ids.filter((one) => !new RegExp(`^(?:${pattern ?? '.{1,64}'})$`).test(one))).toEqual([])
      expect(requestFor(id, model, thread, wish).body).toEqual(request.body)
    })

    it('leaves the thread as it was', () => {
      expect(thread).toEqual(stored)
    })
  })
}

function requestFor(
  id: string,
  model: string,
  messages: readonly Message[],
  reasoningEffort: ReasoningEffort = 'high',
): CompletionRequest {
  const preset = providerProfiles.find((profile) => profile.id === id)?.baseUrl
  const endpoint = {
    baseUrl: preset?.replaceAll(/\{\w+\}/g, 'mine') ?? 'https://llm.example.com/v1',
    apiKey: 'key',
    profile: id,
  }
  const parameters = {
    temperature: 0.2,
    maxTokens: 512,
    toolChoice: 'required' as const,
    parallelToolCalls: true,
    reasoningEffort,
  }
  return buildRequest(
    endpoint,
    { model, messages, tools: TOOLS, parameters },
    resolveProvider(endpoint, model),
  )
}

function callIds(body: Record<string, unknown>): string[] {
  const messages = body['messages'] as { tool_calls?: { id: string }[] }[]
  return messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
}

/** Which letters a new id has is the kit's affair; that call and result share it is not. */
function nameNewIds(body: Record<string, unknown>, thread: readonly Message[]): Record<string, unknown> {
  const stored = new Set(
    thread.flatMap((message) => ('tool_calls' in message ? message.tool_calls!.map(({ id }) => id) : [])),
  )
  const made = callIds(body).filter((id) => !stored.has(id))
  // Longest first: one new id may be the beginning of another.
  const names = made.map((id, i) => [id, `new-${i + 1}`] as const).sort(([a], [b]) => b.length - a.length)
  let text = JSON.stringify(body)
  for (const [id, name] of names) text = text.replaceAll(id, name)
  return JSON.parse(text) as Record<string, unknown>
}
