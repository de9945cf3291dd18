import { describe, expect, test } from 'vitest'
import { createClawtoolsTransport } from '@antiphon/agents'
import { answered, ask, depth, lines, scripted } from './agent-chat.js'

describe('clawtools', () => {
  test('a connector answers, the chat runs the call; arguments are shown as they come', async () => {
    const { stream, asked } = scripted(
      [
        { type: 'start' },
        { type: 'thinking_delta', delta: 'Look it up.' },
        { type: 'thinking_end', content: 'Look it up.' },
        { type: 'text_delta', delta: 'One moment.' },
        { type: 'text_end', content: 'One moment.' },
        { type: 'toolcall_start' },
        { type: 'toolcall_delta', delta: '{"berth"' },
        { type: 'toolcall_delta', delta: ':"B"}' },
        { type: 'toolcall_end', toolCall: { id: 'c1', name: 'depth', arguments: { berth: 'B' } } },
        { type: 'done', stopReason: 'toolUse', usage: { inputTokens: 9, outputTokens: 4 } },
      ],
      [
        { type: 'start' },
        { type: 'text_end', content: 'Berth B has 4.2 metres.' },
        { type: 'done', stopReason: 'stop' },
      ],
    )
    const chat = await ask(createClawtoolsTransport({ stream, tools: [depth] }))
    expect(lines(chat)).toEqual(answered)
    expect(chat.store.getMessages()[1]).toMatchObject({ usage: { inputTokens: 9, outputTokens: 4 } })
    expect(asked[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant' },
        { role: 'toolResult', toolCallId: 'c1', toolName: 'depth' },
      ],
      tools: [{ name: 'depth', input_schema: { type: 'object' } }],
    })
  })

  test('events of the layer underneath, with two calls whose pieces are mixed', async () => {
    const message = {
      role: 'assistant',
      content: [],
      api: 'a',
      provider: 'p',
      model: 'm-3',
      stopReason: 'toolUse',
      timestamp: 1,
    }
    const end = (contentIndex: number, berth: string) => {
      const toolCall = { type: 'toolCall', id: `c${contentIndex}`, name: 'depth', arguments: { berth } }
      return { type: 'toolcall_end', contentIndex, toolCall }
    }
    const { stream } = scripted(
      [
        { type: 'start', partial: message },
        { type: 'toolcall_start', contentIndex: 0 },
        { type: 'toolcall_start', contentIndex: 1 },
        { type: 'toolcall_delta', contentIndex: 0, delta: '{"berth":' },
        { type: 'toolcall_delta', contentIndex: 1, delta: '{"berth":"C"}' },
        { type: 'toolcall_delta', contentIndex: 0, delta: '"B"}' },
        end(0, 'B'),
        end(1, 'C'),
        { type: 'done', reason: 'toolUse', message },
      ],
      [
        { type: 'text_delta', delta: 'Both.' },
        { type: 'done', reason: 'stop', message },
      ],
    )
    const chat = await ask(createClawtoolsTransport({ stream, tools: [depth] }))
    expect(lines(chat).slice(1)).toEqual([
      'assistant: depth({"berth":"B"}) depth({"berth":"C"}) [tool_calls]',
      'tool: B: 4.2 m',
      'tool: C: 4.2 m',
      'assistant: Both. [stop]',
    ])
  })

  test('an error event is the ending, in its words', async () => {
    const { stream } = scripted([
      { type: 'text_delta', delta: 'Four' },
      { type: 'error', error: 'quota used up' },
    ])
    const chat = await ask(createClawtoolsTransport({ stream }))
    expect(chat.store.getMessages()[1]).toMatchObject({
      content: 'Four',
      isError: true,
      error: { message: 'quota used up' },
    })
  })
})
