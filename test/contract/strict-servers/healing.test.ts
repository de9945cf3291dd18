import {
  type AssistantMessage,
  type Message,
  type ToolCall,
  type EndpointConfig,
  type RequestParameters,
  requestCompletion,
} from '@antiphon/core'
import { createEndpointMemory } from '@antiphon/core/provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOOLS } from '../profiles/transcript.js'
import { startStrictServers, type StrictServers } from './start-strict-servers.js'

let servers: StrictServers
beforeAll(async () => {
  servers = await startStrictServers()
})
afterAll(() => servers.close())

interface Case {
  /** Name of the fake, and what of it the request runs into. */
  at: string
  what: string
  thread: Message[]
  /** Lessons that the client learns, in order: one more request for each. */
  healed: string[]
  parameters?: RequestParameters
  tools?: typeof TOOLS
  endpoint?: Partial<EndpointConfig>
}

const question: Message = { role: 'user', content: 'Which bird?' }
const more: Message = { role: 'user', content: 'And this one?' }
const answer = (over: Partial<AssistantMessage>): AssistantMessage => ({
  role: 'assistant',
  content: '',
  ...over,
})
const thought = (text: string): Partial<AssistantMessage> => ({
  reasoning: text,
  reasoningSource: { field: 'reasoning_content' },
})
const call = (id: string, extra: object = {}): ToolCall => ({
  id,
  type: 'function',
  function: { name: 'look_up', arguments: '{}' },
  ...extra,
})
const called = (id: string, over: Partial<AssistantMessage> = {}, extra: object = {}): Message[] => [
  answer({ tool_calls: [call(id, extra)], ...over }),
  { role: 'tool', tool_call_id: id, content: 'A robin.' },
]
/** A call with a thought behind it. */
const thinking = [question, ...called('abcDEF123', thought('Look.'))]
const signature = { extra_content: { google: { thought_signature: 's' } } }

const cases: Case[] = [
  // docs/wire 1.1: drop, swap or strip the field that was named.
  {
    at: 'azure-old',
    what: 'stream_options',
    thread: [question],
    healed: ['stream_options'],
    endpoint: { profile: 'azure' },
  },
  {
    at: 'azure-old',
    what: 'stream_options, then the newer name of the limit',
    thread: [question],
    healed: ['stream_options', 'max_completion_tokens'],
    parameters: { maxTokens: 9 },
    endpoint: { profile: 'azure' },
  },
  {
    at: 'openai',
    what: 'max_tokens',
    thread: [question],
    healed: ['max_tokens'],
    parameters: { maxTokens: 9 },
  },
  {
    at: 'openai',
    what: 'a temperature',
    thread: [question],
    healed: ['temperature'],
    parameters: { temperature: 0.2 },
  },
  {
    at: 'cerebras',
    what: 'parallel_tool_calls, in an error without a wrapper',
    thread: [question],
    healed: ['parallel_tool_calls'],
    parameters: { parallelToolCalls: true },
    tools: TOOLS,
  },
  {
    at: 'openai-chat',
    what: 'tools: [], which another profile sends',
    thread: [question, ...called('c1')],
    healed: ['tools'],
    endpoint: { profile: 'litellm' },
  },
  { at: 'litellm', what: 'calls without tools', thread: [question, ...called('c1')], healed: ['tools'] },
  // docs/wire 5.1: thinking that is refused, in every error shape.
  { at: 'groq', what: 'reasoning_content', thread: thinking, healed: ['reasoning_content'] },
  { at: 'cerebras', what: 'reasoning_content', thread: thinking, healed: ['reasoning_content'] },
  { at: 'openai', what: 'reasoning_content', thread: thinking, healed: ['reasoning_content'] },
  { at: 'nvidia', what: 'reasoning_content', thread: thinking, healed: ['reasoning_content'] },
  { at: 'deepseek-r1', what: 'reasoning_content', thread: thinking, healed: ['reasoning_content'] },
  {
    at: 'gemini',
    what: 'reasoning_content',
    thread: [question, ...called('c1', thought('Look.'), signature)],
    healed: ['reasoning_content'],
  },
  {
    at: 'mistral',
    what: 'stream_options, then reasoning_content',
    thread: thinking,
    healed: ['stream_options', 'reasoning_content'],
  },
  // docs/wire 5.1: thinking that is demanded.
  {
    at: 'deepseek',
    what: 'a plain answer without its thinking',
    thread: [...thinking, answer({ content: 'A robin.', ...thought('Sure.') }), more],
    healed: ['reasoning_content'],
    tools: TOOLS,
  },
  {
    at: 'deepseek',
    what: 'an answer that had none',
    thread: [question, answer({ content: 'A robin.' }), more],
    healed: ['reasoning_content'],
    tools: TOOLS,
  },
  {
    at: 'deepseek',
    what: 'an answer of another model',
    thread: [
      question,
      ...called('c1', { reasoning: 'x', reasoningSource: { field: 'reasoning', model: 'other' } }),
    ],
    healed: ['reasoning_content'],
    tools: TOOLS,
  },
  {
    at: 'moonshot',
    what: 'a call without thinking',
    thread: [question, ...called('c1')],
    healed: ['reasoning_content'],
  },
  // docs/wire 1.1, 1.3: what the connection knows beyond that.
  {
    at: 'mistral',
    what: 'an id of ten letters',
    thread: [question, ...called('abcdefghij')],
    healed: ['tool_call_id'],
    endpoint: { overrides: { body: { includeUsage: false } } },
  },
  {
    at: 'mistral',
    what: 'a question after a result',
    thread: [question, ...called('abcDEF123'), more],
    healed: ['role'],
    endpoint: { overrides: { body: { includeUsage: false } } },
  },
  {
    at: 'openai-chat',
    what: 'a key of a vendor on a call',
    thread: [question, ...called('c1', {}, signature)],
    healed: ['extra_content'],
  },
  {
    at: 'minimax',
    what: 'a late system message',
    thread: [question, answer({ content: 'A robin.' }), { role: 'system', content: 'Be brief.' }, more],
    healed: ['system'],
  },
  {
    at: 'vllm',
    what: 'a late system message',
    thread: [question, answer({ content: 'A robin.' }), { role: 'system', content: 'Be brief.' }, more],
    healed: ['system'],
  },
  {
    at: 'fussy',
    what: 'a name with a dash, an answer that only calls, and a control character',
    thread: [{ role: 'system', content: '' }, { role: 'user', content: 'Which \0 bird?' }, ...called('c1')],
    healed: ['function.name', 'content', 'text'],
    tools: TOOLS.map((tool) => ({ ...tool, function: { ...tool.function, name: 'look-up' } })),
  },
  { at: 'vllm-gemma', what: 'two questions in a row', thread: [question, more], healed: ['role'] },
]

describe('docs/wire 1.1, 3.2, 5.1: without its profile a strict server is healed, by one more request for each thing it says', () => {
  it.each(cases)('$at: $what', async ({ at, thread, healed, parameters, tools = [], endpoint }) => {
    const target = { baseUrl: servers.url(at), apiKey: 'key', profile: 'generic', ...endpoint }
    const memory = createEndpointMemory()
    const ask = () =>
      requestCompletion(target, { model: 'some-model', messages: thread, tools, parameters }, { memory })

    const first = await ask()
    const visits = servers.visits()
    expect(first.error).toBeUndefined()
    expect(first.message.request?.healed?.map(({ field }) => field)).toEqual(healed)
    expect(visits.map(({ status }) => status < 300)).toEqual([...healed.map(() => false), true])
    // The user reads what the server said, in its own words.
    for (const [i, { said }] of first.message.request!.healed!.entries()) {
      expect(said).toContain(visits[i]!.refusal)
    }

    const second = await ask()
    expect(second.message.content).toBe('Yes.')
    expect(servers.visits().map(({ status }) => status)).toEqual([200])
    expect(second.message.request?.healed).toBeUndefined()
  })
})

describe('what cannot be healed ends in the words of the server, after one request', () => {
  it.each<[at: string, what: string, thread: Message[], said: RegExp]>([
    ['gemini', 'a call that nobody signed', [question, ...called('c1')], /missing a thought_signature/],
    [
      'ollama',
      'an image by its address',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Which bird?' },
            { type: 'image_url', image_url: { url: 'https://pictures.example/robin.jpg' } },
          ],
        },
      ],
      /invalid image input/,
    ],
  ])('%s: %s', async (at, _, messages, said) => {
    const target = { baseUrl: servers.url(at), profile: 'generic' }
    const memory = createEndpointMemory()
    const { error } = await requestCompletion(target, { model: 'm', messages, tools: [] }, { memory })
    expect(error?.message).toMatch(said)
    expect(servers.visits()).toHaveLength(1)
  })
})
