import { describe, expect, it } from 'vitest'
import type { AssistantMessage, Message, ToolMessage } from '../../message/types.js'
import { buildRequest } from './build-request.js'
import { endpointUrl } from './endpoint.js'
import { prepareRequestMessages } from './messages.js'

const user: Message = { role: 'user', content: 'q' }
const call = (id: string, text = '{}') => ({
  id,
  type: 'function' as const,
  function: { name: 'find', arguments: text },
})
const answer = (over: Partial<AssistantMessage>): AssistantMessage => ({
  role: 'assistant',
  content: '',
  ...over,
})
const result = (id: string, content: ToolMessage['content'] = 'ok'): ToolMessage => ({
  role: 'tool',
  tool_call_id: id,
  content,
})

describe('what leaves', () => {
  it('is named wire fields only: no local field ever', () => {
    const sent = prepareRequestMessages([
      { ...user, id: 'm1', timestamp: 1, metadata: { a: 1 } },
      answer({
        id: 'm2',
        content: 'hi',
        finishReason: 'stop',
        usage: { origin: 'reported', inputTokens: 1 },
        model: 'm',
        timing: { durationMs: 1 },
        segments: [{ type: 'text', start: 0, end: 2 }],
        isError: false,
      }),
    ])
    expect(sent).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'hi' },
    ])
  })

  it('docs/wire 1.3: content is null on a tool turn without text, arguments are a JSON object, extras go back verbatim', () => {
    const tool_calls = [
      { ...call('a', ''), extra_content: { google: { thought_signature: 's' } } },
      call('b', '{"x":'),
      call('c', '[1]'),
    ]
    const [, turn] = prepareRequestMessages([
      user,
      answer({ tool_calls }),
      result('a'),
      result('b'),
      result('c'),
    ])
    expect(turn).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { ...call('a', '{}'), extra_content: { google: { thought_signature: 's' } } },
        call('b', '{"unparsed":"{\\"x\\":"}'),
        call('c', '{"value":[1]}'),
      ],
    })
  })

  it('docs/wire 1.3: every call is answered once, in call order, right after its turn', () => {
    const sent = prepareRequestMessages([
      user,
      answer({ tool_calls: [call('a'), call('b'), call('c')] }),
      result('c', 'C'),
      result('z', 'stray'),
      { role: 'user', content: 'hurry' },
      result('a', 'A'),
    ])
    expect(sent.map((m) => (m.role === 'tool' ? `${m.tool_call_id}=${m.content}` : m.role))).toEqual([
      'user',
      'assistant',
      'a=A',
      'b=No result was provided.',
      'c=C',
      'user',
    ])
  })

  it('docs/wire 2.5: ids that repeat or are empty become unique on calls and results alike', () => {
    const sent = prepareRequestMessages([
      user,
      answer({ tool_calls: [call('x'), call('x')] }),
      result('x', '1'),
      result('x', '2'),
      answer({ tool_calls: [call('x'), call('')] }),
      result('x', '3'),
      result('', '4'),
    ])
    const pairs = sent.flatMap((m) => (m.role === 'tool' ? [`${m.tool_call_id}=${m.content}`] : []))
    expect(pairs).toEqual(['x=1', 'x_2=2', 'x_3=3', 'call_1=4'])
    const ids = sent.flatMap((m) => ('tool_calls' in m && m.tool_calls ? m.tool_calls.map((c) => c.id) : []))
    expect(ids).toEqual(['x', 'x_2', 'x_3', 'call_1'])
  })

  it('leaves out empty answers, joins leading system messages, makes text of text parts, names what is not text in results', () => {
    const sent = prepareRequestMessages([
      { role: 'system', content: 'one' },
      { role: 'developer', content: 'two' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      answer({ isError: true }),
      answer({ tool_calls: [call('a')] }),
      result('a', [
        { type: 'text', text: 'see ' },
        { type: 'image_url', image_url: { url: 'data:' } },
      ]),
      { role: 'system', content: 'late' },
    ])
    expect(sent.map((m) => (typeof m.content === 'string' ? `${m.role}: ${m.content}` : m.role))).toEqual([
      'system: one\n\ntwo',
      'user: ab',
      'assistant',
      'tool: see [image]',
      'user',
      'system: late',
    ])
  })
})

describe('thinking goes back', () => {
  const thread: Message[] = [
    user,
    answer({ reasoning: 'plan', tool_calls: [call('a')] }),
    result('a'),
    answer({ reasoning: 'wrap up', content: 'done' }),
  ]
  const reasoning = (...args: Parameters<typeof prepareRequestMessages>) =>
    prepareRequestMessages(...args).flatMap((m) =>
      m.role === 'assistant' ? [m.reasoning ?? m.reasoning_content ?? null] : [],
    )

  it('by default only on turns with tool calls', () => {
    expect(reasoning(thread)).toEqual(['plan', null])
  })

  it('on the turns that the policy names', () => {
    expect(reasoning(thread, { reasoning: { turns: 'all' } })).toEqual(['plan', 'wrap up'])
    expect(reasoning(thread, { reasoning: { turns: 'never' } })).toEqual([null, null])
    const later = [...thread, user, answer({ reasoning: 'again', content: 'x' })]
    expect(reasoning(later, { reasoning: { turns: 'sinceLastUser' } })).toEqual([null, null, 'again'])
  })

  it.each([
    ['reasoning_content', { reasoning_content: 'plan' }],
    ['reasoning', { reasoning: 'plan' }],
    ['think_tags', { content: '<think>plan</think>' }],
  ])('in the field it came in: %s', (field, expected) => {
    const [, turn] = prepareRequestMessages([
      user,
      answer({ reasoning: 'plan', reasoningSource: { field }, tool_calls: [call('a')] }),
    ])
    expect(turn).toMatchObject(expected)
  })

  it('as details, verbatim, when there are any', () => {
    const details = [{ type: 'reasoning.text', text: 'plan', signature: 's', odd: 1 }]
    const [, turn] = prepareRequestMessages([
      user,
      answer({ reasoning: 'plan', reasoning_details: details, tool_calls: [call('a')] }),
    ])
    expect(turn).toMatchObject({ reasoning_details: details })
    expect(turn).not.toHaveProperty('reasoning')
  })

  it('as text when the list of details is empty, and as an empty list when there is nothing else', () => {
    const [, withText] = prepareRequestMessages([
      user,
      answer({ reasoning: 'plan', reasoning_details: [], tool_calls: [call('a')] }),
    ])
    expect(withText).toMatchObject({ reasoning: 'plan' })
    const [, without] = prepareRequestMessages([
      user,
      answer({ reasoning_details: [], tool_calls: [call('a')] }),
    ])
    expect(without).toMatchObject({ reasoning_details: [] })
  })

  it('as signed blocks where they came as such', () => {
    const thinking_blocks = [{ type: 'thinking', thinking: 'plan', signature: 's' }]
    const [, turn] = prepareRequestMessages([
      user,
      answer({ reasoning: 'plan', thinking_blocks, tool_calls: [call('a')] }),
    ])
    expect(turn).toMatchObject({ thinking_blocks })
    expect(turn).not.toHaveProperty('reasoning')
  })

  it('not to another model, and as an empty string where the server wants the key', () => {
    const foreign = answer({
      reasoning: 'plan',
      reasoningSource: { field: 'reasoning', model: 'm1' },
      tool_calls: [call('a')],
    })
    expect(reasoning([user, foreign], { model: 'm2' })).toEqual([null])
    expect(reasoning([user, foreign], { model: 'm1' })).toEqual(['plan'])
    const none = answer({ content: 'x' })
    expect(
      reasoning([user, none], { reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true } }),
    ).toEqual([''])
  })
})

describe('the request', () => {
  const endpoint = { baseUrl: 'http://localhost:1/v1' }

  it('holds only what was set', () => {
    const { body, headers } = buildRequest(endpoint, { model: 'm', messages: [user], tools: [] })
    expect(body).toEqual({
      model: 'm',
      messages: [user],
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(headers).toEqual({ 'Content-Type': 'application/json' })
  })

  it('names parameters as the wire does, and the limit as the host wants it', () => {
    const parameters = { temperature: 0, maxTokens: 5, toolChoice: { name: 'f' }, extraBody: { top_k: 1 } }
    const input = { model: 'm', messages: [user], parameters }
    expect(buildRequest({ ...endpoint, overrides: { body: { includeUsage: false } } }, input).body).toEqual({
      model: 'm',
      messages: [user],
      stream: true,
      temperature: 0,
      max_tokens: 5,
      tool_choice: { type: 'function', function: { name: 'f' } },
      top_k: 1,
    })
    expect(buildRequest({ baseUrl: 'https://api.openai.com/v1' }, input).body).toMatchObject({
      max_completion_tokens: 5,
    })
  })

  it.each([
    ['http://h/v1', 'http://h/v1/chat/completions'],
    ['http://h/v1/', 'http://h/v1/chat/completions'],
    ['http://h/v1/chat/completions', 'http://h/v1/chat/completions'],
    ['https://h/deployments/d?api-version=1', 'https://h/deployments/d/chat/completions?api-version=1'],
    ['http://h', 'http://h/chat/completions'],
  ])('goes from %s to %s', (base, url) => {
    expect(endpointUrl(base, 'chat/completions')).toBe(url)
  })
})
