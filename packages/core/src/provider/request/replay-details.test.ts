import { describe, expect, it } from 'vitest'
import type { AssistantMessage, Message, ReasoningDetail } from '../../message/types.js'
import { prepareRequestMessages } from './messages.js'
import type { Adjustment, RequestPolicy } from './types.js'

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

describe('reasoning_details', () => {
  const text = (over: Partial<ReasoningDetail> = {}): ReasoningDetail => ({
    type: 'reasoning.text',
    text: 'plan',
    signature: 's',
    format: 'anthropic-claude-v1',
    ...over,
  })
  const details = (
    list: ReasoningDetail[],
    policy: RequestPolicy = { reasoning: { turns: 'all', field: 'reasoning_details' } },
    over: Partial<AssistantMessage> = {},
  ) => send([answer({ content: 'x', reasoning: 'plan', reasoning_details: list, ...over })], policy)

  it('docs/wire 2.4: order must be preserved exactly; unknown keys and types survive', () => {
    const list = [
      { type: 'reasoning.encrypted', data: 'e', index: 0, odd: { deep: [1] } },
      text({ index: 0 }),
      { type: 'reasoning.new', x: 1 },
      { type: 'reasoning.summary', summary: 'short' },
      { type: 'reasoning.new', x: 1 },
    ]
    expect(details(list).turns).toEqual([{ role: 'assistant', content: 'x', reasoning_details: list }])
    expect(details(list).rules).toEqual([])
  })

  it.each([
    ['anthropic-claude-v1', true],
    ['google-gemini-v1', true],
    ['openai-responses-v1', false],
    ['MiniMax-response-v1', false],
    ['unknown', false],
    [undefined, false],
  ])(
    'docs/wire 2.4: resend drops unsigned reasoning.text of the formats that check signatures: %s → %s',
    (format, drops) => {
      const unsigned = text({ signature: undefined, format })
      const { turns, adjustments } = details([unsigned, text()])
      expect(turns[0]?.reasoning_details).toEqual(drops ? [text()] : [unsigned])
      expect(adjustments[0]).toEqual({
        rule: drops ? 'unsigned_reasoning' : 'duplicate_reasoning',
        where: `messages[0].reasoning_details[${drops ? 0 : 1}]`,
        before: drops ? unsigned : text(),
        after: undefined,
      })
    },
  )

  it('docs/wire 2.4: resend drops unsigned reasoning.text without a format only where it comes from OpenRouter', () => {
    const bare = text({ signature: undefined, format: undefined })
    const reasoning = { turns: 'all', field: 'reasoning_details' } as const
    expect(details([bare], { reasoning, provider: 'openrouter' }).turns[0]).not.toHaveProperty(
      'reasoning_details',
    )
    expect(details([bare], { reasoning, provider: 'minimax' }).turns[0]?.reasoning_details).toEqual([bare])
    const routed = { request: { profile: 'openrouter' } }
    expect(details([bare], { reasoning }, routed).turns[0]).not.toHaveProperty('reasoning_details')
  })

  it('docs/wire 2.4: duplicates across history leave once, known by summary, by id or data, by text or signature', () => {
    const turn = (list: ReasoningDetail[]) => answer({ content: 'x', reasoning_details: list })
    const encrypted = { type: 'reasoning.encrypted', id: 'e1', data: 'one' }
    const summary = { type: 'reasoning.summary', summary: 'short' }
    const signature = { type: 'reasoning.text', signature: 'only' }
    const { turns, rules } = send(
      [
        turn([encrypted, summary, text(), signature]),
        turn([
          { ...encrypted, data: 'two' },
          { ...encrypted, id: 'e2' },
          summary,
          text({ signature: 'other' }),
          signature,
        ]),
        turn([
          { type: 'reasoning.encrypted', data: 'one' },
          { type: 'reasoning.summary', summary: 'plan' },
        ]),
      ],
      { reasoning: { turns: 'all' } },
    )
    expect(turns.map((sent) => sent.reasoning_details)).toEqual([
      [encrypted, summary, text(), signature],
      [{ ...encrypted, id: 'e2' }],
      [
        { type: 'reasoning.encrypted', data: 'one' },
        { type: 'reasoning.summary', summary: 'plan' },
      ],
    ])
    expect(rules).toEqual(Array(4).fill('duplicate_reasoning'))
  })

  it('docs/wire 2.4: an empty array is meaningful and goes back; none is ever made up', () => {
    expect(details([]).turns[0]).toEqual({ role: 'assistant', content: 'x', reasoning_details: [] })
    const policy = { reasoning: { turns: 'all', field: 'reasoning_details', emptyKey: true } } as const
    expect(send([answer({ content: 'x', reasoning: 'plan' })], policy).turns).toEqual([
      { role: 'assistant', content: 'x' },
    ])
    expect(details([text({ signature: '' })]).turns).toEqual([{ role: 'assistant', content: 'x' }])
  })

  it('docs/wire 2.4: do not send flat reasoning beside details, nor in their place', () => {
    const list = [text()]
    for (const field of ['same', 'reasoning_details'] as const) {
      expect(details(list, { reasoning: { turns: 'all', field } }).turns).toEqual([
        { role: 'assistant', content: 'x', reasoning_details: list },
      ])
      expect(details([text({ signature: '' })], { reasoning: { turns: 'all', field } }).turns).toEqual([
        { role: 'assistant', content: 'x' },
      ])
    }
  })
})
