import { createChat, defineTool, type AssistantMessage } from '@antiphon/core'
import { immediateScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { prepareRequestMessages } from '@antiphon/core/request'
import { describe, expect, it } from 'vitest'
import { sharedFolder, sharedJson } from './shared-data.js'

interface Case {
  name: string
  text?: string
  prefix?: string
  repeat?: string
  times?: number
  suffix?: string
  json: 'valid' | 'invalid' | 'empty'
}
const folder = sharedFolder('corpora/tool-args')
const cases = folder ? (sharedJson(folder, 'cases.json') as { cases: Case[] }).cases : []
const textOf = ({ text, prefix = '', repeat = '', times = 0, suffix = '' }: Case) =>
  text ?? prefix + repeat.repeat(times) + suffix

const delta = (fields: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
})

/** One call with these arguments, whose text arrives in the given pieces. */
function stream(pieces: readonly string[]): string {
  const call = { index: 0, id: 'c', type: 'function', function: { name: 'any', arguments: '' } }
  return sseText([
    delta({ tool_calls: [call] }),
    ...pieces.map((piece) => delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    delta({}, 'tool_calls'),
  ])
}

describe.runIf(folder)('S36: argument texts of corpora/tool-args in a running chat', () => {
  const fed = cases.flatMap((one) => {
    const text = textOf(one)
    const whole = [[`${one.name}, in one piece`, one, [text]]] as const
    // UTF-16 units, as no server would cut; but the result must not depend on where it is cut.
    return text.length > 50_000
      ? whole
      : [...whole, [`${one.name}, one unit at a time`, one, text.split('')] as const]
  })

  it.each(fed)('%s', async (_, one, pieces) => {
    const received: unknown[] = []
    const any = defineTool({
      name: 'any',
      description: '',
      parameters: { type: 'object' },
      execute: (args) => {
        received.push(args)
        return 'ok'
      },
    })
    const transport = scriptedTransport([[stream(pieces)], [sseText([delta({ content: 'done' }, 'stop')])]])
    const chat = createChat({ transport, tools: [any], scheduler: immediateScheduler })
    await chat.send('go')

    const [, asked, result, last] = chat.store.getMessages()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    // The text is kept as it came, but for an object that was written as JSON twice. The call has its one result, and the loop went on.
    const kept = (asked as AssistantMessage).tool_calls![0]!.function.arguments
    const text = textOf(one)
    expect(kept === (one.name === 'malformed-double-encoded' ? JSON.parse(text) : text)).toBe(true)
    expect(result!.role).toBe('tool')
    expect(last!.content).toBe('done')
    if (one.json === 'invalid') expect(received).toEqual([])
    for (const args of received) expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
    // It can be stored, read again, and sent.
    const stored = JSON.stringify(chat.store.getMessages())
    expect(JSON.stringify(prepareRequestMessages(JSON.parse(stored) as AssistantMessage[]))).toBe(
      JSON.stringify(prepareRequestMessages(chat.store.getMessages())),
    )
  })
})
