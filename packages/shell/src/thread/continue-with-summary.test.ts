import { expect, it } from 'vitest'
import { createChat, type Message } from '@antiphon/core'
import { scriptedTransport, sseText, textAnswer, type ScriptedAnswer } from '@antiphon/core/testing'
import { continueWithSummary, type ContinueWithSummaryOptions } from './continue-with-summary.js'

const call = {
  id: 'call_1',
  type: 'function' as const,
  function: { name: 'depth', arguments: '{"at":"pier"}' },
}
const talk: Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'How deep is the water at the pier?' },
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'call_1', content: '4 m' },
  { role: 'assistant', content: 'Four metres.' },
  { role: 'user', content: 'And at the buoy?' },
  { role: 'assistant', content: 'Nine.' },
]
const tooLong: Message[] = [
  { role: 'user', content: 'Compare the two.' },
  {
    id: 'failed',
    role: 'assistant',
    content: '',
    finishReason: 'error',
    isError: true,
    error: { kind: 'context_overflow', message: 'too long', tokens: { used: 210, max: 200 } },
  },
]
const overflow = sseText([
  {
    error: { message: "This model's maximum context length is 200 tokens.", code: 'context_length_exceeded' },
  },
])
const setUp = (answers: ScriptedAnswer[], messages = [...talk, ...tooLong]) => {
  const transport = scriptedTransport(answers)
  const chat = createChat({ transport, model: 'm', messages })
  const asked = (at: number): string => String(transport.requests[at]?.messages[0]?.content)
  return { transport, chat, asked }
}
const continued = async (chat: ReturnType<typeof createChat>, options?: ContinueWithSummaryOptions) => {
  const ended = new Promise<void>((resolve) => chat.configure({ onFinish: () => resolve() }))
  await continueWithSummary(chat, options)
  await ended
}
const shown = (chat: ReturnType<typeof createChat>) =>
  chat.store.getMessages().map(({ role, content }) => `${role}: ${String(content)}`)

it('asks for a summary, then the question with it in place of what came before', async () => {
  const { transport, chat, asked } = setUp([textAnswer('Pier: 4 m.'), textAnswer('The buoy is deeper.')])
  await continued(chat, { messageId: 'failed' })
  expect(transport.requests).toHaveLength(2)
  expect(transport.requests[0]).toMatchObject({ model: 'm', tools: [] })
  expect(asked(0)).toContain('User: How deep is the water at the pier?')
  expect(asked(0)).toContain('depth({"at":"pier"})')
  expect(asked(0)).toContain('Result: 4 m')
  expect(asked(0)).not.toMatch(/buoy|Be brief/)
  const after = [
    'system: Be brief.',
    'user: Summary of the conversation so far:\n\nPier: 4 m.',
    'user: And at the buoy?',
    'assistant: Nine.',
    'user: Compare the two.',
  ]
  expect(transport.requests[1]?.messages.map(({ role, content }) => `${role}: ${String(content)}`)).toEqual(
    after,
  )
  expect(shown(chat)).toEqual([...after, 'assistant: The buoy is deeper.'])
})

it('keeps every message in the other version of the thread', async () => {
  const { chat } = setUp([textAnswer('Pier: 4 m.'), textAnswer('The buoy is deeper.')])
  const before = chat.store.getMessages()
  await continued(chat, { messageId: 'failed' })
  const { ids, index } = chat.store.getVersions(chat.store.getIds()[1]!)
  expect([ids.length, index]).toEqual([2, 1])
  chat.store.activate(ids[0]!)
  expect(chat.store.getMessages()).toEqual(before)
})

it('without an answer that failed it shortens the thread to its end, and asks nothing', async () => {
  const { transport, chat } = setUp([textAnswer('Pier: 4 m.')], talk)
  await continueWithSummary(chat)
  expect(transport.requests).toHaveLength(1)
  expect(shown(chat)).toEqual([
    'system: Be brief.',
    'user: Summary of the conversation so far:\n\nPier: 4 m.',
    'user: And at the buoy?',
    'assistant: Nine.',
  ])
})

it('takes a thread in parts that the model can read, each with the summary so far', async () => {
  const long: Message[] = [{ role: 'user', content: 'x'.repeat(2_994) }, ...tooLong]
  const answers = [overflow, textAnswer('A.'), textAnswer('B.'), textAnswer('Good.')]
  const { chat, asked, transport } = setUp(answers, long)
  const prompt = (part: string, before: string): string => `${before}|${part.length}`
  await continued(chat, { messageId: 'failed', contextLength: 8_000, prompt })
  // The whole is refused, so each half is asked about.
  expect([asked(0), asked(1), asked(2)]).toEqual(['|3000', '|1500', 'A.|1500'])
  expect(String(transport.requests[3]?.messages[0]?.content)).toContain('B.')
  const short = setUp([textAnswer('A.'), textAnswer('B.'), textAnswer('Good.')], long)
  await continued(short.chat, { messageId: 'failed', contextLength: 1_000, prompt })
  expect([short.asked(0), short.asked(1)]).toEqual(['|2000', 'A.|1000'])
})

it('takes parts of a thousand characters where a context has no room at all', async () => {
  const long: Message[] = [{ role: 'user', content: 'x'.repeat(1_494) }, ...tooLong]
  const { chat, asked } = setUp([textAnswer('A.'), textAnswer('B.'), textAnswer('Good.')], long)
  const prompt = (part: string): string => String(part.length)
  await continued(chat, { messageId: 'failed', contextLength: 0, prompt })
  expect([asked(0), asked(1)]).toEqual(['1000', '500'])
})

it.each<[string, ScriptedAnswer, RegExp]>([
  ['the words of the endpoint', () => Promise.reject(new Error('down')), /down/],
  ['that the summary is not whole', textAnswer('Half of', 'length'), /no whole summary/],
  ['that there is none', textAnswer('  '), /no whole summary|empty/i],
])('fails with %s, and leaves the thread as it was', async (_, answer, words) => {
  const { chat } = setUp([answer])
  const before = chat.store.getMessages()
  await expect(continueWithSummary(chat, { messageId: 'failed' })).rejects.toThrow(words)
  expect(chat.store.getMessages()).toBe(before)
})

it('says so where there is nothing before the question', async () => {
  const { chat, transport } = setUp([], [talk[0]!, ...tooLong])
  await expect(continueWithSummary(chat, { messageId: 'failed' })).rejects.toThrow(
    'nothing before this question',
  )
  expect(transport.requests).toHaveLength(0)
})

it('stops when it is told to, or when the thread has changed meanwhile', async () => {
  const stop = new AbortController()
  const stopped = setUp([() => (stop.abort(), textAnswer('Late.'))])
  await expect(continueWithSummary(stopped.chat, { messageId: 'failed', signal: stop.signal })).rejects.toBe(
    stop.signal.reason,
  )
  const changed = setUp([
    () => (changed.chat.store.append({ role: 'user', content: 'Wait' }), textAnswer('Late.')),
  ])
  await expect(continueWithSummary(changed.chat, { messageId: 'failed' })).rejects.toThrow('has changed')
  expect(changed.chat.store.getVersions(changed.chat.store.getIds()[1]!).ids).toHaveLength(1)
})
