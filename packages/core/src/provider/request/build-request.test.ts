import { describe, expect, it } from 'vitest'
import { ChatError } from '../../errors/chat-error.js'
import type { Message } from '../../message/types.js'
import type { BodyPolicy, SettingsOverride } from '../types.js'
import { buildRequest } from './build-request.js'
import type { RequestInput, RequestParameters, SettledEndpoint } from './types.js'

const user: Message = { role: 'user', content: 'q' }
const tool = { type: 'function' as const, function: { name: 'find', parameters: { type: 'object' } } }
const toolTurn: Message[] = [
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'a', content: 'ok' },
]

const build = (
  overrides: SettingsOverride = {},
  input: Partial<RequestInput> = {},
  endpoint: Partial<SettledEndpoint> = {},
) =>
  buildRequest(
    { baseUrl: 'http://h.test/v1', profile: 'generic', overrides, ...endpoint },
    { model: 'm', messages: [user], ...input },
  )
/** The fields of a body beyond model, messages and stream. */
function extras(body: Partial<BodyPolicy>, parameters: RequestParameters, input: Partial<RequestInput> = {}) {
  const request = build({ body: { includeUsage: false, ...body } }, { parameters, ...input })
  const { model: _model, messages: _messages, stream: _stream, ...rest } = request.body
  return { rest, adjustments: request.adjustments }
}

describe('the body of a request', () => {
  it('docs/wire 1.1: stream_options.include_usage is asked for on streams, unless the policy says no', () => {
    expect(build().body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(build({}, { stream: false }).body).toEqual({ model: 'm', messages: [user], stream: false })
    expect(build({ body: { includeUsage: false } }).body).not.toHaveProperty('stream_options')
  })

  it('docs/wire 1.1: max_tokens vs max_completion_tokens is one parameter, under the name that the policy has', () => {
    expect(extras({}, { maxTokens: 5 }).rest).toEqual({ max_tokens: 5 })
    const policy = { maxTokensField: 'max_completion_tokens' } as const
    expect(extras(policy, { maxTokens: 5 }).rest).toEqual({ max_completion_tokens: 5 })
  })

  it('docs/wire 1.1: sampling params, parallel_tool_calls, tool_choice auto: nothing that was not set is sent', () => {
    expect(extras({}, {})).toEqual({ rest: {}, adjustments: [] })
    expect(
      extras({}, { toolChoice: 'auto', temperature: undefined, extraBody: { top_k: undefined } }).rest,
    ).toEqual({})
    expect(
      extras({}, { temperature: 0, topP: 1, stop: ['x'], seed: 0, parallelToolCalls: false }).rest,
    ).toEqual({
      temperature: 0,
      top_p: 1,
      stop: ['x'],
      seed: 0,
      parallel_tool_calls: false,
    })
  })

  it('docs/wire 1.1: store, metadata, prompt_cache_key, service_tier, user, n>1 leave only from extraBody', () => {
    const extraBody = {
      store: true,
      metadata: {},
      prompt_cache_key: 'k',
      service_tier: 'flex',
      user: 'u',
      n: 2,
    }
    expect(extras({}, { extraBody }).rest).toEqual(extraBody)
  })

  it('docs/wire 1.1: tools[].function.strict is sent only where the caller set it', () => {
    const strict = { ...tool, function: { ...tool.function, strict: true } }
    expect(extras({}, {}, { tools: [tool, strict] }).rest).toEqual({ tools: [tool, strict] })
  })

  it('docs/wire 1.1: tools: [] is left out, but sent where history with calls needs the key', () => {
    const withHistory = { emptyTools: 'withHistory' } as const
    const thread = [user, ...toolTurn]
    expect(extras({}, {}, { tools: [], messages: thread }).rest).toEqual({})
    expect(extras(withHistory, {}, { tools: [], messages: thread }).rest).toEqual({ tools: [] })
    expect(extras(withHistory, {}, { messages: thread }).rest).toEqual({ tools: [] })
    expect(extras(withHistory, {}, { tools: [] }).rest).toEqual({})
  })

  it('docs/wire 1.1: tool_choice "required" is spelled as the server does, or left out and reported', () => {
    expect(extras({}, { toolChoice: 'required' }).rest).toEqual({ tool_choice: 'required' })
    expect(extras({ requiredToolChoice: 'any' }, { toolChoice: 'required' })).toEqual({
      rest: { tool_choice: 'any' },
      adjustments: [],
    })
    expect(extras({ requiredToolChoice: 'omit' }, { toolChoice: 'required' })).toEqual({
      rest: {},
      adjustments: [{ rule: 'tool_choice', where: 'body.tool_choice', before: 'required', after: undefined }],
    })
    expect(extras({ requiredToolChoice: 'any' }, { toolChoice: 'none' }).rest).toEqual({
      tool_choice: 'none',
    })
    const named = { type: 'function', function: { name: '__proto__' } }
    expect(extras({}, { toolChoice: { name: '__proto__' } }).rest).toEqual({ tool_choice: named })
  })

  it('docs/wire 1.1: tool_stream:true and what else a family always sends lies below all that the caller sets', () => {
    const extra = { tool_stream: true, temperature: 1, model: 'x', top_k: 1, safe: true }
    const endpoint = { extraBody: { top_k: 2, safe: false } }
    const parameters = { temperature: 0, extraBody: { top_k: 3 } }
    expect(build({ body: { extra } }, { parameters }, endpoint).body).toMatchObject({
      model: 'm',
      tool_stream: true,
      temperature: 0,
      top_k: 3,
      safe: false,
    })
  })

  it('docs/wire 1.1: a field that the server refuses is left out wherever it comes from, and reported', () => {
    const parameters = { temperature: 1, extraBody: { frequency_penalty: 2 } }
    const { rest, adjustments } = extras({ omit: ['temperature', 'frequency_penalty', 'stop'] }, parameters)
    expect(rest).toEqual({})
    expect(adjustments).toEqual([
      { rule: 'field_omitted', where: 'body.temperature', before: 1, after: undefined },
      { rule: 'field_omitted', where: 'body.frequency_penalty', before: 2, after: undefined },
    ])
  })

  it('a field named __proto__ is data and reaches no prototype', () => {
    const extraBody = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as Record<string, unknown>
    const { body } = build(
      { body: { extra: extraBody, thinking: { on: extraBody } } },
      {
        parameters: { reasoningEffort: 'on', extraBody },
      },
    )
    expect(body['polluted']).toBeUndefined()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(JSON.stringify(body)).toContain('"__proto__":{"polluted":true}')
  })
})

describe('a wish about thinking', () => {
  const fields = (thinking: BodyPolicy['thinking'], wish: string, extra = {}) =>
    extras({ thinking, extra }, { reasoningEffort: wish as 'low' })

  it.each<[string, BodyPolicy['thinking'][keyof BodyPolicy['thinking']]]>([
    ['OpenAI / Azure / Groq gpt-oss / Fireworks / Gemini-compat / Ollama / xAI', { reasoning_effort: 'low' }],
    ['OpenRouter', { reasoning: { effort: 'low' } }],
    ['DeepSeek hosted V3.2/V4', { thinking: { type: 'enabled' }, reasoning_effort: 'low' }],
    ['Z.ai / GLM hosted', { thinking: { type: 'enabled', clear_thinking: false } }],
    ['Moonshot/Kimi', { thinking: { type: 'enabled' } }],
    ['DashScope/Qwen', { enable_thinking: true, thinking_budget: 1024 }],
    ['vLLM / SGLang / llama.cpp / Featherless', { chat_template_kwargs: { enable_thinking: true } }],
    ['Together', { reasoning: { enabled: true } }],
    ['MiniMax', { thinking: { type: 'adaptive' }, reasoning_split: true }],
    ['Mistral', { prompt_mode: 'reasoning' }],
    ['Groq', { reasoning_format: 'parsed', reasoning_effort: 'default' }],
    ['Cerebras', { reasoning_effort: 'low', disable_reasoning: false }],
    ['Anthropic-compat', { thinking: { type: 'enabled', budget_tokens: 1024 } }],
  ])('docs/wire 1.2: %s: is spelled as the profile says', (_, spelling) => {
    expect(fields({ low: spelling }, 'low')).toEqual({ rest: spelling, adjustments: [] })
  })

  it('docs/wire 1.2: NIM and unknown endpoints: sends nothing where no word is known, and reports it', () => {
    for (const wish of ['low', '__proto__', 'constructor']) {
      expect(fields({}, wish)).toEqual({
        rest: {},
        adjustments: [
          { rule: 'reasoning_effort', where: 'parameters.reasoningEffort', before: wish, after: undefined },
        ],
      })
    }
    expect(extras({ thinking: { low: { x: 1 } } }, {})).toEqual({ rest: {}, adjustments: [] })
  })

  it.each([
    ['minimal', 'low'],
    ['max', 'high'],
    ['on', 'medium'],
  ] as const)(
    'docs/wire 1.2: reasoning_effort %s becomes %s where the server has no word for it, reported',
    (wish, nearest) => {
      const thinking = { [nearest]: { reasoning_effort: nearest }, off: { reasoning_effort: 'none' } }
      expect(fields(thinking, wish)).toEqual({
        rest: { reasoning_effort: nearest },
        adjustments: [
          { rule: 'reasoning_effort', where: 'parameters.reasoningEffort', before: wish, after: nearest },
        ],
      })
      expect(fields({ ...thinking, [wish]: { own: 1 } }, wish)).toEqual({ rest: { own: 1 }, adjustments: [] })
    },
  )

  it('docs/wire 1.2: chat_template_kwargs of the profile and of the wish stand side by side, the wish on top', () => {
    const extra = { chat_template_kwargs: { clear_thinking: false, enable_thinking: false } }
    const thinking = { on: { chat_template_kwargs: { enable_thinking: true } } }
    expect(fields(thinking, 'on', extra).rest).toEqual({
      chat_template_kwargs: { clear_thinking: false, enable_thinking: true },
    })
    expect(extra.chat_template_kwargs.enable_thinking).toBe(false)
  })

  it('docs/wire 1.1: reasoning switches of the caller win over those of the profile', () => {
    const parameters = { reasoningEffort: 'on' as const, extraBody: { reasoning_effort: 'xhigh' } }
    expect(extras({ thinking: { on: { reasoning_effort: 'medium' } } }, parameters).rest).toEqual({
      reasoning_effort: 'xhigh',
    })
  })
})

describe('headers and address', () => {
  it('docs/wire 0: only Authorization and Content-Type by default', () => {
    expect(build().headers).toEqual({ 'Content-Type': 'application/json' })
    expect(build({}, {}, { apiKey: ' k\n' }).headers).toEqual({
      'Content-Type': 'application/json',
      Authorization: 'Bearer k',
    })
  })

  it('carry the key as the family wants it, and what the family and the user add', () => {
    const headers = { keyHeader: 'api-key', keyPrefix: '', extra: { 'x-family': '1', 'x-both': '1' } }
    const endpoint = { apiKey: 'k', extraHeaders: { 'X-Both': '2' } }
    expect(build({ headers }, {}, endpoint).headers).toEqual({
      'Content-Type': 'application/json',
      'api-key': 'k',
      'x-family': '1',
      'X-Both': '2',
    })
    expect(build({}, {}, { apiKey: 'k', extraHeaders: { authorization: 'Basic b' } }).headers).toEqual({
      'Content-Type': 'application/json',
      authorization: 'Basic b',
    })
  })

  it('add the query of the endpoint to the one in its address', () => {
    const extraQuery = { 'api-version': '2', tag: 'a b' }
    expect(build({}, {}, { baseUrl: 'https://h/d?api-version=1&keep=1', extraQuery }).url).toBe(
      'https://h/d/chat/completions?api-version=2&keep=1&tag=a+b',
    )
  })
})

describe('a thread that ends with an answer', () => {
  const messages: Message[] = [user, { role: 'assistant', content: 'Once' }]
  const last = (overrides: SettingsOverride, prefill?: boolean) => {
    const sent = build(overrides, { messages, prefill }).body['messages'] as unknown[]
    return sent.at(-1)
  }

  it('docs/wire 1.3: trailing assistant message: is refused before it is sent, with what to do', () => {
    expect(() => last({})).toThrow(ChatError)
    expect(() => last({})).toThrow(/Add a user message or leave the last answer out; .* prefill/)
    expect(() => last({ messages: { prefill: 'plain' } }, false)).toThrow(ChatError)
    try {
      last({})
    } catch (error) {
      expect((error as ChatError).kind).toBe('invalid_request')
    }
  })

  it('docs/wire 1.3: trailing assistant message: is continued where the caller or the policy says so', () => {
    expect(last({}, true)).toEqual(messages[1])
    expect(last({ messages: { prefill: 'plain' } })).toEqual(messages[1])
    expect(last({ messages: { prefill: 'prefix' } }, true)).toEqual({ ...messages[1], prefix: true })
  })

  it('is fine when it ends with calls, for those are answered', () => {
    const { body, adjustments } = build({}, { messages: [user, toolTurn[0]!] })
    expect((body['messages'] as unknown[]).at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'a' })
    expect(adjustments.map(({ rule }) => rule)).toEqual(['missing_result'])
  })
})

describe('what was changed on the way out', () => {
  it('is listed with the request: messages first, then the body', () => {
    const messages: Message[] = [user, { role: 'tool', tool_call_id: 'x', content: '' }]
    const { adjustments } = build({ body: { omit: ['seed'] } }, { messages, parameters: { seed: 1 } })
    expect(adjustments.map(({ rule }) => rule)).toEqual(['orphan_result', 'field_omitted'])
  })

  it('a pattern for call ids that is none is named as the setting it is', () => {
    const broken = () => build({ messages: { callIdPattern: '[' } })
    expect(broken).toThrow(/callIdPattern/)
    expect(broken).toThrow(ChatError)
  })
})
