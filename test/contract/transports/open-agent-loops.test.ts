import { describe, expect, test } from 'vitest'
import { createOpenAgentLoopsTransport } from '@antiphon/agents'
import { answered, ask, call, depth, lines, scripted } from './agent-chat.js'

describe('open-agent-loops', () => {
  const said = { role: 'assistant', content: 'One moment.', reasoning: 'Look it up.', tool_calls: [call] }
  const last = { role: 'assistant', content: 'Berth B has 4.2 metres.' }

  test('a model client answers, the chat runs the call and asks again with its result', async () => {
    const { stream, asked } = scripted(
      [
        { type: 'reasoning_delta', text: 'Look ' },
        { type: 'reasoning_delta', text: 'it up.' },
        { type: 'text_delta', text: 'One moment.' },
        { type: 'tool_call', toolCall: call },
        { type: 'done', message: said, finishReason: 'tool_calls' },
      ],
      [
        { type: 'text_delta', text: 'Berth B has ' },
        { type: 'done', message: last, finishReason: 'stop' },
      ],
    )
    const chat = await ask(createOpenAgentLoopsTransport({ stream, tools: [depth] }))
    expect(lines(chat)).toEqual(answered)
    expect(asked[0]).toMatchObject({ tools: [{ name: 'depth', parameters: { type: 'object' } }] })
    expect(asked[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { ...said, finishReason: 'tool_calls' },
        { role: 'tool', tool_call_id: 'c1', toolName: 'depth' },
      ],
    })
  })

  test('the whole loop: calls that it ran itself are shown with its results, in one request', async () => {
    const at = { timestamp: 1 }
    const { stream, asked } = scripted([
      { type: 'agent_start', sessionId: 's', ...at },
      { type: 'turn_start', step: 1, ...at },
      { type: 'reasoning_delta', text: 'Look it up.', ...at },
      { type: 'text_delta', text: 'One moment.', ...at },
      { type: 'message', message: said, ...at },
      { type: 'tool_start', toolCallId: 'c1', toolName: 'depth', args: { berth: 'B' }, ...at },
      { type: 'tool_end', toolCallId: 'c1', toolName: 'depth', result: 'B: 4.2 m', isError: false, ...at },
      { type: 'message', message: { role: 'tool', tool_call_id: 'c1', content: 'B: 4.2 m' }, ...at },
      { type: 'turn_start', step: 2, ...at },
      { type: 'text_delta', text: 'Berth B has 4.2 metres.', ...at },
      { type: 'message', message: { ...last, finishReason: 'stop' }, ...at },
      { type: 'agent_end', messages: [], steps: 2, ...at },
    ])
    const chat = await ask(createOpenAgentLoopsTransport({ stream, runsTools: true }))
    expect(lines(chat)).toEqual(answered)
    expect(asked).toHaveLength(1)
    // The next question begins a run of its own, with all that was said.
    await chat.send('And berth C?')
    expect(asked[1]).toMatchObject({ messages: { length: 5 } })
  })

  test('an error in the middle keeps what was said and runs no call', async () => {
    const { stream } = scripted([
      { type: 'text_delta', text: 'One mo' },
      { type: 'tool_call', toolCall: call },
      { type: 'error', error: new Error('socket closed by the model'), message: { ...said, isError: true } },
    ])
    const chat = await ask(createOpenAgentLoopsTransport({ stream, tools: [depth] }))
    const [, answer, ...more] = chat.store.getMessages()
    expect(answer).toMatchObject({
      content: 'One moment.',
      isError: true,
      error: { message: expect.stringContaining('socket closed by the model') },
    })
    expect(more).toEqual([])
  })
})
