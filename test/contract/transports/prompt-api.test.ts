import { describe, expect, test } from 'vitest'
import { createPromptApiTransport } from '@antiphon/agents'
import { answered, ask, lines, scripted } from './agent-chat.js'

describe('prompt-api', () => {
  const counts = { promptTokens: 9, completionTokens: 4, totalTokens: 13 }
  const tool = { id: 'c1', name: 'depth', args: { berth: 'B' } }
  const output = { content: [{ type: 'text', text: 'B: 4.2 m' }] }
  const run = (thinkingText: string, text: string, tools: object[] = []) => ({
    thinkingText,
    text,
    tools,
    usage: counts,
  })
  const snapshot = (runs: object[], done = false) => ({ done, runs, usage: counts })

  test('snapshots: each is shown as what is new; a run with a tool is an answer with its result', async () => {
    const whole = run('Look it up.', 'One moment.', [{ ...tool, output, durationMs: 3 }])
    const { stream, asked } = scripted([
      snapshot([run('Look', '')]),
      snapshot([run('Look it up.', 'One')]),
      snapshot([run('Look it up.', 'One moment.', [tool])]),
      snapshot([whole]),
      snapshot([whole, run('', 'Berth B')]),
      snapshot([whole, run('', 'Berth B has 4.2 metres.')], true),
    ])
    const chat = await ask(createPromptApiTransport({ stream }))
    expect(lines(chat)).toEqual(answered)
    expect(chat.store.getMessages()[1]).toMatchObject({ usage: { inputTokens: 9, outputTokens: 4 } })
    expect(asked).toHaveLength(1)
  })

  test('a stream that is cut keeps what came, and says that it was', async () => {
    const { stream } = scripted([snapshot([run('', 'Berth B has')])])
    const chat = await ask(createPromptApiTransport({ stream }))
    expect(lines(chat)).toEqual([answered[0], 'assistant: Berth B has [incomplete]'])
  })
})
