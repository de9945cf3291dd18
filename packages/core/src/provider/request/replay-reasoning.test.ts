import { describe, expect, it } from 'vitest'
import type { AssistantMessage, Message } from '../../message/types.js'
import { prepareRequestMessages } from './messages.js'
import type { Adjustment, ReasoningReplay, RequestPolicy } from './types.js'

const user: Message = { role: 'user', content: 'q' }
const calls = [{ id: 'a', type: 'function' as const, function: { name: 'find', arguments: '{}' } }]
const result: Message = { role: 'tool', tool_call_id: 'a', content: 'ok' }
const answer = (over: Partial<AssistantMessage>): AssistantMessage => ({
  role: 'assistant',
  content: '',
  ...over,
})

function send(messages: readonly Message[], policy: RequestPolicy = {}) {
  const adjustments: Adjustment[] = []
  const sent = prepareRequestMessages(messages, policy, (rule, where, before, after) =>
    adjustments.push({ rule, where, before, after }),
  )
  const turns = sent.flatMap((m) => (m.role === 'assistant' ? [m] : []))
  return { turns, adjustments, rules: adjustments.map(({ rule }) => rule) }
}

/** A question with a tool turn and its answer, then one that the model answered without thinking, then a third. */
const from = (field: string) => ({ reasoningSource: { field } })
const thread = (field: string): Message[] => [
  user,
  answer({ reasoning: 'plan', tool_calls: calls, ...from(field) }),
  result,
  answer({ reasoning: 'sum', content: 'one', ...from(field) }),
  user,
  answer({ content: 'two' }),
  user,
  answer({ tool_calls: calls, reasoning: 'more', ...from(field) }),
  result,
]
/** The sent fields of each of the four answers of the thread under a policy, apart from role and calls. */
const carried = (reasoning: Partial<ReasoningReplay>, field = 'reasoning_content') =>
  send(thread(field), { reasoning }).turns.map(({ role: _role, tool_calls: _calls, ...rest }) => rest)
const none = [{ content: null }, { content: 'one' }, { content: 'two' }, { content: null }]
type Carried = Record<string, unknown>
/** The same with a field laid over each. */
const withField = (...extra: (Carried | undefined)[]) => none.map((turn, i) => ({ ...turn, ...extra[i] }))

describe('thinking goes back as the endpoint needs it', () => {
  const content = (text: string) => ({ reasoning_content: text })
  const flat = (text: string) => ({ reasoning: text })

  it.each<[string, Partial<ReasoningReplay>, string, Carried[]]>([
    [
      'unknown endpoint: the default, tool turns only',
      {},
      'reasoning_content',
      withField(content('plan'), undefined, undefined, content('more')),
    ],
    ['DeepSeek R1 / reasoner (old): never', { turns: 'never' }, 'reasoning_content', none],
    [
      'DeepSeek V3.2/V4 hosted, thinking, conversation with tools or no tools ever: every turn, the key even when empty',
      { turns: 'all', field: 'reasoning_content', emptyKey: true },
      'reasoning_content',
      withField(content('plan'), content('sum'), content(''), content('more')),
    ],
    [
      'Z.ai GLM and Qwen3.5/3.6 with preserve_thinking: every turn, no empty key',
      { turns: 'all', field: 'reasoning_content' },
      'reasoning_content',
      withField(content('plan'), content('sum'), undefined, content('more')),
    ],
    [
      'Qwen3 (older), vLLM older, SGLang, llama.cpp: only after the last user message',
      { turns: 'sinceLastUser' },
      'reasoning_content',
      withField(undefined, undefined, undefined, content('more')),
    ],
    [
      'Ollama, Groq, Cerebras: in the field it came in',
      { turns: 'all' },
      'reasoning',
      withField(flat('plan'), flat('sum'), undefined, flat('more')),
    ],
    [
      'Featherless: in another field than it came in',
      { turns: 'all', field: 'reasoning_content' },
      'reasoning',
      withField(content('plan'), content('sum'), undefined, content('more')),
    ],
    [
      'vLLM 0.16 to spring 2026: both fields when the version is unknown',
      { turns: 'sinceLastUser', field: 'both' },
      'reasoning',
      withField(undefined, undefined, undefined, { ...flat('more'), ...content('more') }),
    ],
    [
      'Fireworks, Together and proxies with a name of their own: the same name back',
      { turns: 'sinceLastUser' },
      'reasoning_text',
      withField(undefined, undefined, undefined, { reasoning_text: 'more' }),
    ],
    [
      'Cerebras GLM and MiniMax native: think tags in the content',
      { turns: 'all', field: 'thinkTags' },
      'reasoning',
      withField({ content: '<think>plan</think>' }, { content: '<think>sum</think>one' }, undefined, {
        content: '<think>more</think>',
      }),
    ],
    [
      'Mistral: content parts',
      { turns: 'sinceLastUser', field: 'contentParts' },
      'content',
      withField(undefined, undefined, undefined, {
        content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'more' }] }],
      }),
    ],
    [
      'OpenAI, Azure, GitHub Models, Gemini-compat, NVIDIA NIM, xAI, Perplexity, Anthropic-compat: nothing',
      { turns: 'never' },
      'reasoning',
      none,
    ],
  ])('docs/wire 5: %s', (_, reasoning, field, expected) => {
    expect(carried(reasoning, field)).toEqual(expected)
  })

  it('docs/wire 5: Moonshot Kimi: the key is there on tool turns, even when empty', () => {
    const turns = [user, answer({ tool_calls: calls }), result, answer({ content: 'done' })]
    const reasoning = { turns: 'all', field: 'reasoning_content', emptyKey: 'toolTurns' } as const
    expect(send(turns, { reasoning }).turns).toEqual([
      { role: 'assistant', content: null, tool_calls: calls, reasoning_content: '' },
      { role: 'assistant', content: 'done' },
    ])
  })

  it('docs/wire 5: LiteLLM: signed blocks where there are any, without those that have no signature, else the same field', () => {
    const signed = { type: 'thinking', thinking: 'plan', signature: 's' }
    const redacted = { type: 'redacted_thinking', data: 'x' }
    const { turns, rules } = send(
      [
        answer({ content: 'a', reasoning: 'plan', thinking_blocks: [signed, redacted] }),
        answer({ content: 'b', reasoning: 'cut', thinking_blocks: [{ type: 'thinking', thinking: 'cut' }] }),
        answer({ content: 'c', reasoning: 'flat', ...from('reasoning_content') }),
      ],
      { reasoning: { turns: 'all', field: 'thinking_blocks' } },
    )
    expect(turns).toEqual([
      { role: 'assistant', content: 'a', thinking_blocks: [signed, redacted] },
      { role: 'assistant', content: 'b' },
      { role: 'assistant', content: 'c', reasoning_content: 'flat' },
    ])
    expect(rules).toEqual(['unsigned_reasoning'])
  })

  it('docs/wire 5: MiniMax native: the tags are those that the thoughts came in', () => {
    const message = answer({
      content: 'hi',
      reasoning: 'plan',
      ...from('think_tags'),
      metadata: { 'antiphon.think_tag': { open: '<mm:think>', close: '</mm:think>' } },
    })
    expect(send([message], { reasoning: { turns: 'all' } }).turns[0]?.content).toBe(
      '<mm:think>plan</mm:think>hi',
    )
  })

  it('docs/wire 5: Mistral: the parts as they came, unless the answer was changed since', () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'plan' }], closed: true },
      { type: 'text', text: 'hi' },
    ]
    const message = answer({
      content: 'hi',
      reasoning: 'plan',
      ...from('content'),
      metadata: { 'wire.content_parts': parts },
    })
    const content = (edited: AssistantMessage) =>
      send([edited], { reasoning: { turns: 'all' } }).turns[0]?.content
    expect(content(message)).toEqual(parts)
    expect(content({ ...message, content: 'hello' })).toEqual([
      { type: 'thinking', thinking: [{ type: 'text', text: 'plan' }] },
      { type: 'text', text: 'hello' },
    ])
  })
})

describe('thinking of another model', () => {
  const policy = (model?: string, provider?: string): RequestPolicy => ({
    model,
    provider,
    reasoning: { turns: 'all' },
  })
  const thought = (model?: string, provider?: string) =>
    answer({ content: 'x', reasoning: 'plan', reasoningSource: { field: 'reasoning', model, provider } })
  const kept = (message: Message, rules: RequestPolicy) => send([message], rules).turns[0]?.reasoning

  it('docs/wire 5: second failure mode, model or route switch: stays at home, and that is reported', () => {
    expect(kept(thought('m', 'p'), policy('m', 'p'))).toBe('plan')
    expect(kept(thought('m', 'p'), policy('n', 'p'))).toBeUndefined()
    expect(kept(thought('m', 'p'), policy('m', 'q'))).toBeUndefined()
    expect(send([thought('m', 'p')], policy('m', 'q')).adjustments).toEqual([
      {
        rule: 'foreign_reasoning',
        where: 'messages[0]',
        before: { field: 'reasoning', model: 'm', provider: 'p' },
        after: undefined,
      },
    ])
  })

  it('goes back where either side is not known, or where the policy does not care', () => {
    expect(kept(thought('m'), policy('m', 'q'))).toBe('plan')
    expect(kept(thought(undefined, 'p'), policy('m'))).toBe('plan')
    expect(kept(thought('m', 'p'), policy('m', 'generic'))).toBe('plan')
    expect(kept(thought('m', 'generic'), policy('m', 'p'))).toBe('plan')
    expect(
      kept(thought('m', 'p'), { ...policy('n', 'q'), reasoning: { turns: 'all', onlySameModel: false } }),
    ).toBe('plan')
  })

  it('is told by the profile of its request rather than by the company that a router names', () => {
    const routed = { ...thought('m', 'Anthropic'), request: { profile: 'openrouter' } }
    expect(kept(routed, policy('m', 'openrouter'))).toBe('plan')
    expect(kept(routed, policy('m', 'Anthropic'))).toBeUndefined()
  })

  it('leaves the empty key where the server wants one on every turn', () => {
    const reasoning = { turns: 'all', field: 'reasoning_content', emptyKey: true } as const
    expect(send([thought('m')], { model: 'n', reasoning }).turns[0]).toMatchObject({ reasoning_content: '' })
  })

  it('docs/wire 5: local-only fields never leave', () => {
    const message = {
      ...thought('m'),
      finishReason: 'stop' as const,
      isError: true,
      timestamp: 1,
      usage: { origin: 'reported' as const },
    }
    expect(send([message, { ...result, toolName: 'find', details: 1 }]).turns).toEqual([
      { role: 'assistant', content: 'x' },
    ])
  })
})
