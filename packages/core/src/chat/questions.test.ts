import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { callsAnswer, countingIds, scriptedTransport, textAnswer } from '../testing/index.js'
import type { PersonQuestion, Tool, ToolContext } from '../tools/types.js'
import { createChat } from './create-chat.js'
import { createQuestions } from './questions.js'
import type { PendingQuestion } from './types.js'

const form: PersonQuestion = {
  type: 'form',
  message: 'How many?',
  schema: { type: 'object', properties: { seats: { type: 'integer', minimum: 1 } }, required: ['seats'] },
}

function chatWith(execute: (context: ToolContext) => unknown) {
  const tool: Tool = {
    name: 'book',
    description: 'Books.',
    parameters: { type: 'object' },
    execute: (_args: never, context: ToolContext) => execute(context),
  }
  const chat = createChat({
    transport: scriptedTransport([callsAnswer([{ id: 'c', name: 'book', args: {} }]), textAnswer('done')]),
    model: 'm',
    tools: [tool],
    generateId: countingIds(),
  })
  const questions = () => chat.getState().questions ?? []
  const asked = async () => {
    await vi.waitFor(() => expect(questions()).toHaveLength(1))
    return questions()[0]!
  }
  const result = () => chat.store.getMessages().find(({ role }) => role === 'tool')
  return { chat, asked, questions, result }
}

describe('a running call that asks the person', () => {
  it('waits for an answer that fits the form, and takes the first only', async () => {
    const { chat, asked, questions, result } = chatWith(async ({ ask }) => JSON.stringify(await ask(form)))
    const sent = chat.send('go')
    const { key, messageId, callIndex } = await asked()
    expect(chat.getLiveStep(messageId)?.calls[callIndex]).toMatchObject({ state: 'awaiting' })
    expect(await chat.answerQuestion(key, { type: 'accept', content: { seats: 0, more: 1 } })).toEqual({
      status: 'invalid',
      fields: ['seats', 'more'],
    })
    expect(await chat.answerQuestion(key, { type: 'accept' })).toEqual({
      status: 'invalid',
      fields: ['seats'],
    })
    // Nobody else may answer the call that runs.
    expect(await chat.addToolResult(`${messageId}/${callIndex}`, 'mine')).toBe(false)
    const answers = await Promise.all([
      chat.answerQuestion(key, { type: 'accept', content: { seats: 2 } }),
      chat.answerQuestion(key, { type: 'decline' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['accepted', 'stale'])
    await sent
    expect(questions()).toEqual([])
    expect(result()?.content).toMatch(/accept.*2|decline/)
  })

  it('ends with a stop, and the question with it', async () => {
    const { chat, asked, questions, result } = chatWith(({ ask }) => ask(form))
    const sent = chat.send('go')
    const { key } = await asked()
    chat.stop()
    await sent
    await vi.waitFor(() => expect(questions()).toEqual([]))
    expect(result()).toMatchObject({ metadata: { 'antiphon.outcome': 'cancelled' } })
    expect(await chat.answerQuestion(key, { type: 'decline' })).toEqual({ status: 'stale' })
  })

  it('asks one question after the other, and takes back what nobody waits for', async () => {
    const taken = new AbortController()
    const { chat, asked, questions, result } = chatWith(async ({ ask }) => {
      const all = [
        ask({ ...form, message: 'first' }, taken.signal),
        ask({ ...form, message: 'second' }),
        ask({ ...form, message: 'third' }),
      ]
      const [first, second] = await Promise.allSettled(all.slice(0, 2))
      return [first!.status, second!.status]
    })
    const sent = chat.send('go')
    expect((await asked()).question.message).toBe('first')
    taken.abort(new Error('taken back'))
    await vi.waitFor(() => expect(questions()[0]?.question.message).toBe('second'))
    await chat.answerQuestion(questions()[0]!.key, { type: 'decline' })
    await sent
    // The call has its result; the third question is gone with it.
    expect(result()?.content).toBe('["rejected","fulfilled"]')
    await vi.waitFor(() => expect(questions()).toEqual([]))
  })

  it('beside another one gets its own answer, and holds back no result from outside', async () => {
    const base = { description: '', parameters: { type: 'object' as const } }
    const execute = async (_: never, { ask }: ToolContext) => JSON.stringify(await ask(form))
    const names = ['book', 'book', 'outside']
    const chat = createChat({
      transport: scriptedTransport([
        callsAnswer(names.map((name, at) => ({ id: `c${at}`, name, args: {} }))),
        textAnswer('done'),
      ]),
      model: 'm',
      tools: [
        { ...base, name: 'book', execute },
        { ...base, name: 'outside' },
      ],
      generateId: countingIds(),
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().questions).toHaveLength(2))
    const [first, second] = chat.getState().questions!
    expect(await chat.addToolResult(`${first!.messageId}/2`, 'known')).toBe(true)
    for (const [at, { key }] of [first!, second!].entries())
      await chat.answerQuestion(key, { type: 'accept', content: { seats: at + 1 } })
    await sent
    const results = chat.store.getMessages().filter(({ role }) => role === 'tool')
    expect(results.map(({ content }) => content)).toEqual([
      '{"type":"accept","content":{"seats":1}}',
      '{"type":"accept","content":{"seats":2}}',
      'known',
    ])
  })

  it.each(['https://shop.example/pay', 'http://localhost:8080/pay'])(
    'shows the page %s, and needs no values for it',
    async (url) => {
      const page: PersonQuestion = { type: 'page', message: 'Pay there.', url }
      const { chat, asked, result } = chatWith(async ({ ask }) => (await ask(page)).type)
      const sent = chat.send('go')
      const { key, question } = await asked()
      expect(question).toEqual(page)
      expect(await chat.answerQuestion('another', { type: 'accept' })).toEqual({ status: 'stale' })
      expect(await chat.answerQuestion(key, { type: 'accept' })).toEqual({ status: 'accepted' })
      await sent
      expect(result()?.content).toBe('accept')
    },
  )

  it.each<[string, PersonQuestion, string]>([
    [
      'a form of nested objects',
      { ...form, schema: { properties: { a: { type: 'object' } } } },
      'The field "a"',
    ],
    ['a form without fields', { ...form, schema: {} }, 'has no fields'],
    ['a page of a script', { type: 'page', message: 'm', url: 'javascript:alert(1)' }, 'only https and http'],
  ])('%s is an error of the call in words', async (_name, question, words) => {
    const { chat, result, questions } = chatWith(({ ask }) => ask(question))
    await chat.send('go')
    expect(result()).toMatchObject({ isError: true, content: expect.stringContaining(words) })
    expect(questions()).toEqual([])
  })
})

it('a question that is answered listens to its signals no longer', async () => {
  const publish = vi.fn()
  const questions = createQuestions({ now: () => 1, publish })
  const tool: Tool = { name: 'book', description: '', parameters: {} }
  const call = { id: 'c', type: 'function' as const, function: { name: 'book', arguments: '{}' } }
  const prepared = { index: 0, call, callKey: 'a/0', tool, args: {} }
  const signals = [new AbortController().signal, new AbortController().signal]
  const shown = vi.fn()
  const answer = questions.ask({ messageId: 'a', prepared }, form, signals, shown)
  await vi.waitFor(() => expect(shown).toHaveBeenCalled())
  const [{ questions: open }] = publish.mock.lastCall as [{ questions: PendingQuestion[] }]
  await questions.answer(open[0]!.key, { type: 'decline' })
  expect(await answer).toEqual({ type: 'decline' })
  expect(signals.map((signal) => getEventListeners(signal, 'abort'))).toEqual([[], []])
})
