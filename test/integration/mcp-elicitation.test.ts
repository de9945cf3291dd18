import { createChat, type PersonAnswer } from '@antiphon/core'
import { toolsFromMcp, type McpClient } from '@antiphon/mcp'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { inputRequired, type CallToolResult, type InputRequiredResult } from '@modelcontextprotocol/server'
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { until } from './connection/local-server.js'
import { closeServers, connectMcp } from './support/mcp-server.js'
import { closeV2Servers, connectV2 } from './support/mcp-v2-server.js'

afterEach(closeV2Servers)
afterEach(closeServers)

const capabilities = { elicitation: { form: {}, url: {} } }
const requestedSchema = {
  type: 'object' as const,
  properties: { seats: { type: 'integer' as const, title: 'Seats', minimum: 1 } },
  required: ['seats'],
}
const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })

/** A chat whose model calls the tool `book` of this server once. */
async function chatAt(client: McpClient, timeout = 60_000) {
  const tools = await toolsFromMcp(client, { approval: 'never', elicitation: true, timeout })
  const transport = scriptedTransport([
    callsAnswer([{ id: 'c', name: 'book', args: {} }]),
    textAnswer('done'),
  ])
  const chat = createChat({ transport, model: 'm', tools })
  const questions = () => chat.getState().questions ?? []
  /** Answers the next question, and returns it. */
  const answerNext = async (answer: PersonAnswer) => {
    await vi.waitFor(() => expect(questions()).toHaveLength(1))
    const [{ key, question }] = questions() as [ReturnType<typeof questions>[number]]
    expect(await chat.answerQuestion(key, answer)).toEqual({ status: 'accepted' })
    await vi.waitFor(() => expect(questions().some((one) => one.key === key)).toBe(false))
    return question
  }
  const result = () => chat.store.getMessages().find(({ role }) => role === 'tool')
  return { chat, questions, answerNext, result }
}

const answers: [PersonAnswer, string][] = [
  [{ type: 'accept', content: { seats: 2 } }, '{"action":"accept","content":{"seats":2}}'],
  [{ type: 'decline' }, '{"action":"decline"}'],
  [{ type: 'cancel' }, '{"action":"cancel"}'],
]

describe('a server of version 1 of the SDK that asks while its tool runs', () => {
  it.each(answers)('gets the answer %j', async (answer, words) => {
    const { client } = await connectMcp(
      (server) =>
        server.registerTool('book', {}, async () =>
          text(
            JSON.stringify(await server.server.elicitInput({ message: 'How\u200b many?', requestedSchema })),
          ),
        ),
      { capabilities },
    )
    const { chat, answerNext, result } = await chatAt(client)
    const sent = chat.send('go')
    const question = await answerNext(answer)
    expect(question).toEqual({ type: 'form', message: 'How many?', from: 'depot', schema: requestedSchema })
    await sent
    expect(result()).toMatchObject({ content: words })
  })

  it('a stop takes the question back, and a server that takes it back takes the card away', async () => {
    let asked = 0
    const takenBack = new AbortController()
    const { client } = await connectMcp(
      (server) =>
        server.registerTool('book', {}, async () => {
          const signal = ++asked === 1 ? takenBack.signal : undefined
          const given = await server.server
            .elicitInput({ message: 'm', requestedSchema }, { signal })
            .catch(() => ({ action: 'taken back' }))
          return text(given.action)
        }),
      { capabilities },
    )
    const { chat, questions, result } = await chatAt(client)
    const sent = chat.send('go')
    await vi.waitFor(() => expect(questions()).toHaveLength(1))
    takenBack.abort()
    await sent
    expect(questions()).toEqual([])
    expect(result()).toMatchObject({ content: 'taken back' })

    const second = await chatAt(client)
    const stopped = second.chat.send('go')
    await vi.waitFor(() => expect(second.questions()).toHaveLength(1))
    second.chat.stop()
    await stopped
    await vi.waitFor(() => expect(second.questions()).toEqual([]))
    expect(second.result()).toMatchObject({ metadata: { 'antiphon.outcome': 'cancelled' } })
  })

  it('a page is shown with its whole address; a call that needs one is repeated once the person is done there', async () => {
    let isDone = false
    const page = {
      mode: 'url' as const,
      message: 'Sign in',
      elicitationId: '1',
      url: 'https://äpfel.example/a?b=c',
    }
    const { client } = await connectMcp(
      (server) =>
        server.registerTool('book', {}, async () => {
          if (!isDone) throw new UrlElicitationRequiredError([page])
          return text((await server.server.elicitInput({ ...page, elicitationId: '2' })).action)
        }),
      { capabilities },
    )
    const { chat, answerNext, questions, result } = await chatAt(client)
    const sent = chat.send('go')
    await vi.waitFor(() => expect(questions()).toHaveLength(1))
    isDone = true
    const url = 'https://xn--pfel-koa.example/a?b=c'
    expect(await answerNext({ type: 'accept' })).toMatchObject({ type: 'page', url, isDoneThere: true })
    expect(await answerNext({ type: 'accept' })).toEqual({
      type: 'page',
      message: 'Sign in',
      from: 'depot',
      url,
    })
    await sent
    expect(result()).toMatchObject({ content: 'accept' })

    isDone = false
    const refused = await chatAt(client)
    const ended = refused.chat.send('go')
    await refused.answerNext({ type: 'decline' })
    await ended
    expect(refused.result()).toMatchObject({
      isError: true,
      content: expect.stringContaining('did not agree'),
    })
  })

  it('what no person would fill in is refused to the server in words, and nobody is asked', async () => {
    const hostile = { type: 'object', properties: { a: { type: 'object', properties: {} } } }
    const { client } = await connectMcp(
      (server) =>
        server.registerTool('book', {}, async () => {
          const ask = async (params: object) =>
            String(await server.server.elicitInput(params as never).catch((error: unknown) => error))
          return text(
            [
              await ask({ mode: 'url', message: 'm', elicitationId: '1', url: 'javascript:alert(1)' }),
              await ask({ message: 'm', requestedSchema: hostile }),
            ].join('\n'),
          )
        }),
      { capabilities },
    )
    const { chat, result } = await chatAt(client)
    await chat.send('go')
    expect(result()?.content).toMatch(/only https and http can/)
  })

  it('one that is silent is a failure in words, and the time of a person does not count', async () => {
    const { client } = await connectMcp(
      (server) =>
        server.registerTool('book', {}, async () => {
          await server.server.elicitInput({ message: 'm', requestedSchema })
          return new Promise<never>(() => {})
        }),
      { capabilities },
    )
    // The clock is stopped while the question is on its way, which takes a busy machine as long as it likes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { chat, questions, answerNext, result } = await chatAt(client, 300)
    let isOver = false
    void chat.send('go').then(() => (isOver = true))
    await until(() => questions().length === 1)
    vi.advanceTimersByTime(400)
    await answerNext({ type: 'decline' })
    // Each look lets some time pass.
    await vi.waitFor(() => expect(isOver).toBe(true))
    expect(result()).toMatchObject({ isError: true, content: 'Request timed out: no answer for 0.3 s.' })
  })

  it('a client without the capability is told so when its tools are read', async () => {
    const { client } = await connectMcp((server) => server.registerTool('book', {}, () => text('x')))
    await expect(toolsFromMcp(client, { elicitation: true })).rejects.toThrow(/elicitation/)
  })
})

describe('a server of protocol 2026-07-28 whose result wants input', () => {
  type Answers = Record<string, { action: string; content?: object }>
  /** `book` answers as `next` says, with what it was given so far. */
  const connect = (
    next: (given: Answers | undefined, state: string | undefined) => CallToolResult | InputRequiredResult,
  ) =>
    connectV2(
      (server) =>
        server.registerTool('book', {}, (ctx) =>
          next(ctx.mcpReq.inputResponses as Answers | undefined, ctx.mcpReq.requestState<string>()),
        ),
      { capabilities },
    )
  const ask = (message: string) => inputRequired.elicit({ message, requestedSchema })

  it.each(answers)('gets the answer %j, with its own state', async (answer, words) => {
    const { client } = await connect((given, state) =>
      given
        ? text(`${state} ${JSON.stringify(given['seats'])}`)
        : inputRequired({ inputRequests: { seats: ask('How many?') }, requestState: 'state-1' }),
    )
    const { chat, answerNext, result } = await chatAt(client)
    const sent = chat.send('go')
    expect(await answerNext(answer)).toMatchObject({ type: 'form', message: 'How many?', from: 'depot' })
    await sent
    expect(result()).toMatchObject({ content: `state-1 ${words}` })
  })

  it('asks several things one after the other, and again in the next round', async () => {
    const { client } = await connect((given) => {
      if (!given) return inputRequired({ inputRequests: { a: ask('first'), b: ask('second') } })
      if (given['a']) return inputRequired({ inputRequests: { c: ask('third') } })
      return text(Object.keys(given).join())
    })
    const { chat, answerNext, result } = await chatAt(client)
    const sent = chat.send('go')
    const messages: string[] = []
    for (let n = 0; n < 3; n++) messages.push((await answerNext({ type: 'decline' })).message)
    await sent
    expect(messages).toEqual(['first', 'second', 'third'])
    expect(result()).toMatchObject({ content: 'c' })
  })

  it('of two calls at once, each has its own question', async () => {
    const { client } = await connect((given) =>
      given ? text('booked') : inputRequired({ inputRequests: { a: ask('m') } }),
    )
    const tools = await toolsFromMcp(client, { approval: 'never', elicitation: true })
    const calls = ['a', 'b'].map((id) => ({ id, name: 'book', args: {} }))
    const chat = createChat({
      transport: scriptedTransport([callsAnswer(calls), textAnswer('done')]),
      model: 'm',
      tools,
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().questions).toHaveLength(2))
    const asked = chat.getState().questions!
    expect(new Set(asked.map(({ callIndex }) => callIndex))).toEqual(new Set([0, 1]))
    for (const { key } of asked) await chat.answerQuestion(key, { type: 'decline' })
    await sent
  })

  it('a page counts once the person is done there', async () => {
    const { client } = await connect((given) =>
      given
        ? text(given['p']!.action)
        : inputRequired({
            inputRequests: { p: inputRequired.elicitUrl({ message: 'Pay', url: 'https://pay.example/' }) },
          }),
    )
    const { chat, answerNext, result } = await chatAt(client)
    const sent = chat.send('go')
    const url = 'https://pay.example/'
    expect(await answerNext({ type: 'accept' })).toMatchObject({ type: 'page', url, isDoneThere: true })
    await sent
    expect(result()).toMatchObject({ content: 'accept' })
  })

  it('one that never has enough, and one that asks for a model, end in words', async () => {
    const { client } = await connect(() => inputRequired({ inputRequests: { a: ask('again') } }))
    const { chat, answerNext, result } = await chatAt(client)
    const sent = chat.send('go')
    for (let n = 0; n < 11; n++) await answerNext({ type: 'decline' })
    await sent
    expect(result()).toMatchObject({
      isError: true,
      content: 'This MCP server asked for more input 11 times and gave no result.',
    })

    const greedy = await connect(() =>
      inputRequired({ inputRequests: { a: { method: 'roots/list' } as never } }),
    ).then(({ client: other }) => chatAt(other))
    await greedy.chat.send('go')
    expect(greedy.result()).toMatchObject({ isError: true, content: expect.stringMatching(/roots/) })
  })
})
