import { describe, expect, it } from 'vitest'
import type { AssistantMessage, ContentPart, Message, ToolCall, ToolMessage } from '../../message/types.js'
import { prepareRequestMessages } from './messages.js'
import type { Adjustment, RequestPolicy } from './types.js'

const user: Message = { role: 'user', content: 'q' }
const call = (id: string, text = '{}', name = 'find'): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: text },
})
const turn = (calls: readonly unknown[], over: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: 'assistant',
  content: '',
  tool_calls: calls as ToolCall[],
  ...over,
})
const result = (id: string, content: ToolMessage['content'] = 'ok'): ToolMessage => ({
  role: 'tool',
  tool_call_id: id,
  content,
})
const image: ContentPart = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }

function send(messages: readonly Message[], policy?: RequestPolicy) {
  const adjustments: Adjustment[] = []
  const sent = prepareRequestMessages(messages, policy, (rule, where, before, after) =>
    adjustments.push({ rule, where, before, after }),
  )
  const calls = sent.flatMap((m) => (m.role === 'assistant' ? (m.tool_calls ?? []) : []))
  const pairs = sent.flatMap((m) => (m.role === 'tool' ? [`${m.tool_call_id}=${m.content}`] : []))
  return { sent, calls, pairs, adjustments, rules: adjustments.map(({ rule }) => rule) }
}

describe('a call as it leaves', () => {
  it.each([
    ['{"a": 1}', '{"a": 1}'],
    ['', '{}'],
    [' ', '{}'],
    ['{"a":', '{"unparsed":"{\\"a\\":"}'],
    ['[1]', '{"value":[1]}'],
    ['null', '{"value":null}'],
    [{ a: 1 }, '{"a":1}'],
    [null, '{}'],
  ])('docs/wire 1.3: arguments are always a valid JSON object string: %j goes as %s', (stored, sent) => {
    const { calls, adjustments } = send([turn([call('a', stored as unknown as string)]), result('a')])
    expect(calls[0]?.function.arguments).toBe(sent)
    expect(adjustments).toEqual(
      stored === sent
        ? []
        : [{ rule: 'arguments', where: 'messages[0].tool_calls[0]', before: stored, after: sent }],
    )
  })

  it('docs/wire 1.3: call type on input is always written', () => {
    const { calls } = send([turn([{ id: 'a', function: { name: 'f', arguments: '{}' } }]), result('a')])
    expect(calls).toEqual([{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }])
  })

  const extra = {
    ...call('a'),
    function: { ...call('a').function, strict: true },
    extra_content: { x: { y: 1 } },
  }

  it('docs/wire 2.5: extra_content and other unknown keys go back on the same call', () => {
    expect(send([turn([extra]), result('a')])).toMatchObject({ calls: [extra], rules: [] })
  })

  it('unknown keys stay at home where each one is refused, and that is reported', () => {
    const { calls, adjustments } = send([turn([extra]), result('a')], { callExtras: 'drop' })
    expect(calls).toEqual([call('a')])
    expect(adjustments).toEqual([
      {
        rule: 'call_extras',
        where: 'messages[0].tool_calls[0]',
        before: ['extra_content', 'strict'],
        after: undefined,
      },
    ])
  })

  it('a tool named __proto__ is a name like any other, and no name at all becomes "unknown"', () => {
    const { calls, rules } = send([
      turn([call('__proto__', '{"__proto__":1}', '__proto__'), { id: 'b' }]),
      result('__proto__'),
      result('b'),
    ])
    expect(calls.map((sent) => sent.function.name)).toEqual(['__proto__', 'unknown'])
    expect(calls[0]?.id).toBe('__proto__')
    expect(rules).toEqual(['call_name', 'arguments'])
    expect(({} as Record<string, unknown>)['find']).toBeUndefined()
  })
})

describe('the signature that Gemini asks for (docs/wire 5: Gemini-compat)', () => {
  const signed = (id: string, thought_signature: string) => ({
    ...call(id),
    extra_content: { google: { thought_signature, other: 1 }, more: 2 },
  })
  const results = [result('a'), result('b')]
  const signatures = (message: AssistantMessage) =>
    send([message, ...results], {
      missingThoughtSignature: 'skip',
      model: 'm',
      provider: 'gemini',
    }).calls.map((sent) => sent.extra_content)

  it('is written on the first call of a turn that has none, and on no other', () => {
    expect(signatures(turn([call('a'), call('b')]))).toEqual([
      { google: { thought_signature: 'skip' } },
      undefined,
    ])
  })

  it('stays as it came on a turn of the same model', () => {
    const own = turn([signed('a', 's'), call('b')], { reasoningSource: { field: 'reasoning', model: 'm' } })
    expect(signatures(own)).toEqual([signed('a', 's').extra_content, undefined])
  })

  it('is replaced where another model or provider made it', () => {
    const replaced = { google: { thought_signature: 'skip', other: 1 }, more: 2 }
    for (const from of [
      { request: { profile: 'openrouter' } },
      { reasoningSource: { field: 'x', model: 'n' } },
    ]) {
      expect(signatures(turn([call('a'), signed('b', 's')], from))).toEqual([
        { google: { thought_signature: 'skip' } },
        replaced,
      ])
    }
  })

  it('is nobody else’s business', () => {
    expect(send([turn([call('a'), call('b')]), ...results]).calls).toEqual([call('a'), call('b')])
  })
})

describe('call ids', () => {
  it('docs/wire 1.3: tool tool_call_id: an id that the server takes leaves as it came, on call and result', () => {
    const long = 'x'.repeat(64)
    const { calls, pairs, rules } = send([
      turn([call('functions.find:0'), call(long)]),
      result(long, '2'),
      result('functions.find:0', '1'),
    ])
    expect(calls.map(({ id }) => id)).toEqual(['functions.find:0', long])
    expect(pairs).toEqual(['functions.find:0=1', `${long}=2`])
    expect(rules).not.toContain('call_id')
  })

  it('docs/wire 1.3: tool tool_call_id: one that the server refuses becomes nine letters and digits, the same in each request', () => {
    const mistral = { callIdPattern: '[A-Za-z0-9]{9}' }
    const thread = [
      user,
      turn([call('call_abc'), call('abcdefghi')]),
      result('abcdefghi', '2'),
      result('call_abc', '1'),
    ]
    const first = send(thread, mistral)
    const [id, kept] = first.calls.map((sent) => sent.id)
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/)
    expect(kept).toBe('abcdefghi')
    expect(first.pairs).toEqual([`${id}=1`, 'abcdefghi=2'])
    expect(first.adjustments[0]).toEqual({
      rule: 'call_id',
      where: 'messages[1].tool_calls[0]',
      before: 'call_abc',
      after: id,
    })
    const later = send([...thread, user, turn([call('call_abc')]), result('call_abc', '3')], mistral)
    expect(later.pairs.slice(0, 2)).toEqual(first.pairs)
    expect(new Set(later.calls.map((sent) => sent.id)).size).toBe(3)
    expect(send(thread.slice(1), mistral).pairs).toEqual(first.pairs)
  })

  it('docs/wire 1.3: tool tool_call_id: longer than 64 characters is refused by most and rewritten', () => {
    const { calls, pairs } = send([turn([call('x'.repeat(65))]), result('x'.repeat(65))])
    expect(calls[0]?.id).toMatch(/^\w{9}$/)
    expect(pairs).toEqual([`${calls[0]?.id}=ok`])
  })

  it('docs/wire 1.3: duplicate ids in one turn: the n-th result belongs to the n-th call, under ids of their own', () => {
    const { pairs } = send([
      turn([call('x'), call('x'), call('x')]),
      result('x', '1'),
      result('x', '2'),
      result('x', '3'),
    ])
    expect(pairs).toEqual(['x=1', 'x_2=2', 'x_3=3'])
  })

  it('docs/wire 2.5: ids reused every turn are unique in the request, also beside one that looks like our own', () => {
    const round = (id: string, n: string) => [turn([call(id)]), result(id, n)]
    const { pairs } = send([...round('call_0', '1'), ...round('call_0_2', '2'), ...round('call_0', '3')])
    expect(pairs).toEqual(['call_0=1', 'call_0_2=2', 'call_0_3=3'])
  })
})

describe('results', () => {
  it('docs/wire 1.3: orphans: a call without a result gets one that says so, reported', () => {
    const { pairs, adjustments } = send([turn([call('a')]), user])
    expect(pairs).toEqual(['a=No result was provided.'])
    expect(adjustments).toEqual([
      {
        rule: 'missing_result',
        where: 'messages[0].tool_calls[0]',
        before: undefined,
        after: 'No result was provided.',
      },
    ])
  })

  it('docs/wire 1.3: orphans: a result without a call does not leave, reported', () => {
    const thread = [result('x'), user, turn([call('a')]), result('z'), result('a'), result('a', 'again')]
    const { pairs, adjustments } = send(thread)
    expect(pairs).toEqual(['a=ok'])
    expect(adjustments.filter(({ rule }) => rule === 'orphan_result').map(({ where }) => where)).toEqual([
      'messages[0]',
      'messages[3]',
      'messages[5]',
    ])
  })

  it('docs/wire 1.3: results order: in call order directly after the turn, whatever stands between', () => {
    const thread = [turn([call('a'), call('b')]), user, result('b', 'B'), result('a', 'A')]
    const { sent, adjustments } = send(thread)
    expect(sent.map((m) => (m.role === 'tool' ? m.content : m.role))).toEqual(['assistant', 'A', 'B', 'user'])
    expect(adjustments).toEqual([{ rule: 'result_moved', where: 'messages[3]', before: 3, after: 1 }])
    expect(send([turn([call('a'), call('b')]), result('b')]).rules).toEqual(['missing_result'])
  })

  it('docs/wire 1.3: tool message name: the tool is named on its result where the policy asks for it', () => {
    const thread = [turn([call('a', '{}', 'look_up')]), { ...result('a'), toolName: 'Look up' }]
    expect(send(thread).sent[1]).toEqual(result('a'))
    expect(send(thread, { toolNameOnResult: true }).sent[1]).toEqual({ ...result('a'), name: 'look_up' })
  })

  it('docs/wire 1.3: tool content is a string; its images follow in a user message after all results', () => {
    const thread = [
      turn([call('a'), call('b', '{}', 'draw')]),
      result('a', [{ type: 'text', text: 'one ' }, image]),
      result('b', [image, { type: 'input_audio', input_audio: {} } as never]),
      user,
    ]
    const { sent, adjustments } = send(thread)
    expect(sent.slice(1)).toEqual([
      result('a', 'one [image]'),
      result('b', '[image][audio]'),
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Images in the result of find (a):' },
          image,
          { type: 'text', text: 'Images in the result of draw (b):' },
          image,
        ],
      },
      user,
    ])
    expect(adjustments.map(({ rule, where, before }) => [rule, where, before])).toEqual([
      ['result_part', 'messages[1]', 'image_url'],
      ['result_part', 'messages[2]', 'image_url'],
      ['result_part', 'messages[2]', 'input_audio'],
    ])
  })

  it('docs/wire 1.3: tool content: images that the server would not take from a user are named only', () => {
    const thread = [turn([call('a')]), result('a', [image])]
    expect(send(thread, { userParts: ['text'] }).sent.slice(1)).toEqual([result('a', '[image]')])
    const remote = result('a', [{ type: 'image_url', image_url: { url: 'https://a.test/1.png' } }])
    expect(send([thread[0]!, remote], { imageUrls: 'dataOnly' }).pairs).toEqual([
      'a=[image: https://a.test/1.png]',
    ])
  })

  it('docs/wire 1.3: tool content: images behind a bridge where a user may not follow a tool', () => {
    const policy = { bridgeAfterTool: 'Done.', mergeConsecutive: true }
    const { sent } = send([turn([call('a')]), result('a', [image]), user], policy)
    expect(sent.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'user'])
    expect(sent.at(-1)?.content).toHaveLength(3)
  })
})
