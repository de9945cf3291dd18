/**
 * The same chat on every wire, over real HTTP, against a server that refuses what the real one refuses: a thought without its
 * signature, a call without its result, a body with a field that it does not know.
 */
import {
  type AssistantMessage,
  type ChatOptions,
  createChat,
  defineTool,
  type EndpointConfig,
} from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createEndpointMemory } from '@antiphon/core/provider'
import { fetchModels } from '@antiphon/providers'
import { createRecorder, createTimeline, recordChat } from '@antiphon/devtools'
import { allScenarios, createEndpoint, type Scenario, type ScriptedEvent } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import { endpointWires } from '@antiphon/wires/endpoint'
import { wires as nativeWires } from '@antiphon/wires'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

type Api = NonNullable<EndpointConfig['api']>

/** Differences between the wires, as their providers document them. */
interface Expected {
  path: string
  /** The path of the base URL. Default `/v1`. */
  base?: string
  /** The address names the model and asks for a stream. */
  isInAddress?: true
  /** Status of a refusal for a wrong key. Default 401. */
  badKey?: number
  /** Ending of an answer that is whole, one that calls, and one that met the limit, in the provider's words. */
  endings: { whole: string; calls: string; limit: string; refused: string; filtered?: string }
  /** The key of `metadata` under which an answer is kept as it came. */
  kept?: string
}

const wires: Record<Api, Expected> = {
  chat: {
    path: '/v1/chat/completions',
    endings: {
      whole: 'stop',
      calls: 'tool_calls',
      limit: 'length',
      refused: 'stop',
      filtered: 'content_filter',
    },
  },
  responses: {
    path: '/v1/responses',
    endings: {
      whole: 'completed',
      calls: 'completed',
      limit: 'max_output_tokens',
      refused: 'completed',
      filtered: 'content_filter',
    },
    kept: 'wire.output_items',
  },
  messages: {
    path: '/v1/messages',
    endings: {
      whole: 'end_turn',
      calls: 'tool_use',
      limit: 'max_tokens',
      refused: 'end_turn',
      filtered: 'refusal',
    },
    kept: 'wire.content_blocks',
  },
  gemini: {
    path: '/v1beta/models/plain:streamGenerateContent',
    base: '/v1beta',
    isInAddress: true,
    badKey: 400,
    endings: {
      whole: 'STOP',
      calls: 'STOP',
      limit: 'MAX_TOKENS',
      refused: 'STOP',
      filtered: 'SAFETY',
    },
    kept: 'wire.model_parts',
  },
  ollama: {
    path: '/api/chat',
    base: '/api',
    endings: { whole: 'stop', calls: 'stop', limit: 'length', refused: 'stop' },
  },
}

const say = (text: string): ScriptedEvent => ({ type: 'text', text })
const think = (text: string): ScriptedEvent => ({ type: 'reasoning', text })
const callTool = (name: string, args: object) => ({ name, arguments: JSON.stringify(args) })

/** Thinks, calls twice at once, and says what came back. */
const twoCalls: Scenario = {
  id: 'two-calls',
  description: '',
  *play({ outcomes }) {
    if (outcomes.length > 0) return yield say(outcomes.map(({ content }) => content).join(' and '))
    yield think('Both at once.')
    yield {
      type: 'calls',
      calls: [callTool('add', { a: 1, b: 2 }), callTool('add', { a: 3, b: 4 })],
      interleave: true,
    }
  },
}

const oneCall: Scenario = {
  id: 'one-call',
  description: '',
  *play({ outcomes }) {
    if (outcomes.length > 0) return yield say(outcomes[0]!.content)
    yield { type: 'calls', calls: [callTool('pay', { to: 'Ann' })] }
  },
}

/** Thinks before each of three rounds. */
const rounds: Scenario = {
  id: 'rounds',
  description: '',
  *play({ rounds: round }) {
    yield think(`Round ${round}.`)
    if (round === 2) return yield say('Done.')
    yield { type: 'calls', calls: [callTool('add', { a: round, b: 1 })] }
  },
}

const plain: Scenario = {
  id: 'plain',
  description: '',
  play: () => [think('A greeting.'), say('Good day.')],
}

const models = [...allScenarios, twoCalls, oneCall, rounds, plain]

/** Says that it is busy as often as it is told to, then answers. */
const busy = (status: number, times: number): Scenario => {
  let left = times
  return {
    id: 'busy',
    description: '',
    play: (): ScriptedEvent[] =>
      left-- > 0
        ? [{ type: 'http', status, error: { message: 'Overloaded' }, headers: { 'retry-after-ms': '1' } }]
        : [say('Here I am.')],
  }
}

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  execute: ({ a, b }) => String(Number(a) + Number(b)),
})

async function open(
  api: Api,
  model: string,
  options: Partial<ChatOptions> = {},
  more: readonly Scenario[] = [],
) {
  const server = await serveEndpoint(
    createEndpoint({
      wires: endpointWires,
      models: [...models, ...more],
      speed: Infinity,
      apiKey: 'secret-key',
    }),
  )
  onTestFinished(() => server.close())
  const baseUrl = new URL(wires[api].base ?? '/v1', server.url).href
  const endpoint: EndpointConfig = { baseUrl, api, wires: nativeWires, apiKey: 'secret-key' }
  const bodies: Record<string, unknown>[] = []
  const urls: string[] = []
  const chat = createChat({
    endpoint,
    model,
    scheduler: immediateScheduler,
    memory: createEndpointMemory(),
    random: () => 0,
    fetch: (url, init) => {
      urls.push(new URL(String(url)).pathname)
      bodies.push(JSON.parse(String(init?.body)) as Record<string, unknown>)
      return fetch(url, init)
    },
    ...options,
  })
  const messages = () => chat.store.getMessages()
  const answers = () =>
    messages().filter(({ role }) => role === 'assistant') as (AssistantMessage & { id: string })[]
  return { chat, endpoint, bodies, urls, messages, answers, last: () => answers().at(-1)! }
}

describe.each(Object.entries(wires) as [Api, Expected][])(
  'the wire %s, live',
  (api, { path, endings, kept, isInAddress, badKey = 401 }) => {
    test('text and thinking arrive, with usage and the ending in the words of the provider', async () => {
      const { chat, last, urls, bodies } = await open(api, 'plain')
      await chat.send('hi')
      expect(last()).toMatchObject({
        content: 'Good day.',
        reasoning: 'A greeting.',
        finishReason: 'stop',
        finishReasonRaw: endings.whole,
      })
      expect(last().usage?.inputTokens).toBeGreaterThan(0)
      expect(last().usage?.outputTokens).toBeGreaterThan(0)
      expect(urls).toEqual([path])
      if (isInAddress) expect(Object.keys(bodies[0]!)).toEqual(['contents'])
      else expect(bodies[0]).toMatchObject({ model: 'plain', stream: true })
    })

    test('the inspector reads its rows as the chat did', async () => {
      const { chat, last } = await open(api, 'plain')
      const recorder = createRecorder({ scheduler: immediateScheduler })
      onTestFinished(recordChat(chat, recorder))
      await chat.send('hi')
      // The body ends a little after the last word of the answer.
      const completion = await vi.waitUntil(() => createTimeline(recorder.getExchanges()[0]!).completion)
      expect(completion.outcome).toBe('complete')
      expect(completion.message).toMatchObject({ content: last().content, reasoning: last().reasoning })
    })

    test('a whole body in place of a stream is the same answer', async () => {
      const { chat, last } = await open(api, 'plain', { parameters: { extraBody: { stream: false } } })
      await chat.send('hi')
      expect(last()).toMatchObject({
        content: 'Good day.',
        reasoning: 'A greeting.',
        finishReasonRaw: endings.whole,
      })
    })

    test('calls at once run, and their results go back to the calls that they belong to', async () => {
      const { chat, answers, messages } = await open(api, 'two-calls', { tools: [add] })
      await chat.send('add')
      expect(messages().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
      expect(answers()[0]).toMatchObject({ finishReason: 'tool_calls', finishReasonRaw: endings.calls })
      expect(answers()[0]!.tool_calls!.map(({ function: fn }) => JSON.parse(fn.arguments))).toEqual([
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ])
      expect(answers()[1]!.content).toBe('3 and 7')
    })

    test('what was thought goes back with its signature in each round, and the server takes it', async () => {
      const { chat, answers, bodies } = await open(api, 'rounds', { tools: [add] })
      await chat.send('go')
      await chat.send('again')
      expect(answers().map(({ isError }) => isError)).not.toContain(true)
      expect(answers().filter(({ content }) => content === 'Done.')).toHaveLength(2)
      expect(bodies).toHaveLength(6)
      if (kept) {
        expect(answers()[0]!.metadata?.[kept]).toBeDefined()
        expect(JSON.stringify(bodies.at(-1)).match(/sealed_/g)?.length).toBeGreaterThanOrEqual(5)
      }
    })

    test.each([
      ['allow', 'Paid.'],
      ['deny', 'denied by the user'],
    ] as const)('a call that needs a person waits for it: %s', async (type, said) => {
      const ran = vi.fn(() => 'Paid.')
      const pay = defineTool({
        name: 'pay',
        description: 'Pays.',
        parameters: { type: 'object', properties: { to: { type: 'string' } } },
        approval: 'always',
        execute: ran,
      })
      const { chat, last, bodies } = await open(api, 'one-call', { tools: [pay] })
      const sent = chat.send('pay')
      await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
      expect(ran).not.toHaveBeenCalled()
      await chat.decideApproval(chat.getState().approvals[0]!.key, { type })
      await sent
      expect(ran).toHaveBeenCalledTimes(type === 'allow' ? 1 : 0)
      expect(last().isError).toBeFalsy()
      expect(last().content.toLowerCase()).toContain(said.toLowerCase())
      expect(bodies).toHaveLength(2)
    })

    test.each(['disconnect', 'no-finish'])('a cut stream is never a success: %s', async (scenario) => {
      const { chat, last } = await open(api, scenario)
      chat.configure({ endpoint: { ...chat.getConfig().endpoint!, retry: { retries: 0 } } })
      await chat.send('hi')
      expect(last().content).not.toBe('')
      expect(['error', 'incomplete']).toContain(last().finishReason)
      expect(last().finishReasonRaw).toBeUndefined()
    })

    test.each([
      ['error-401', 'auth'],
      ['error-context', 'context_overflow'],
    ])('an error before the first word is of its kind: %s', async (scenario, kind) => {
      const { chat, last } = await open(api, scenario)
      await chat.send('hi')
      expect(last()).toMatchObject({ isError: true, error: { kind } })
    })

    test('a wrong key is refused and said so, without the key', async () => {
      const { chat, last, endpoint } = await open(api, 'plain')
      chat.configure({ endpoint: { ...endpoint, apiKey: 'another-long-secret' } })
      await chat.send('hi')
      expect(last()).toMatchObject({ isError: true, error: { kind: 'auth', status: badKey } })
      expect(JSON.stringify(last())).not.toContain('another-long-secret')
    })

    test('an error in mid-stream keeps the text and says what happened', async () => {
      const { chat, last } = await open(api, 'error-midstream')
      await chat.send('hi')
      expect(last().content.length).toBeGreaterThan(50)
      expect(last()).toMatchObject({
        isError: true,
        error: { message: expect.stringContaining('This is all') },
      })
    })

    test.each([429, 503, 529])('a busy server (%s) is asked again by itself, as it says', async (status) => {
      const { chat, last, bodies } = await open(api, 'busy', {}, [busy(status, 2)])
      await chat.send('hi')
      expect(last()).toMatchObject({ content: 'Here I am.', request: { retries: 2 } })
      expect(bodies[2]).toEqual(bodies[0])
    })

    test('Stop keeps what arrived; the next question and Retry leave with what may leave', async () => {
      const { chat, last } = await open(api, 'stall')
      const sent = chat.send('hi')
      await vi.waitFor(() => expect(last().content).not.toBe(''))
      chat.stop()
      await sent
      expect(last()).toMatchObject({ finishReason: 'cancelled' })
      chat.configure({ model: 'plain' })
      await chat.send('and now?')
      expect(last()).toMatchObject({ content: 'Good day.', finishReason: 'stop' })
      await chat.regenerate(last().id)
      expect(last()).toMatchObject({ content: 'Good day.', finishReason: 'stop' })
    })

    test('Continue goes on from an answer that met the limit', async () => {
      const { chat, last, answers } = await open(api, 'length')
      await chat.send('Tell me')
      expect(last()).toMatchObject({ finishReason: 'length', finishReasonRaw: endings.limit })
      const before = last().content
      await chat.continue(last().id)
      expect(answers()).toHaveLength(1)
      expect(last()).toMatchObject({ finishReason: 'stop' })
      expect(last().content.startsWith(before)).toBe(true)
      expect(last().content).toMatch(/every quarter of an hour\.$/)
    })

    test('a refusal and a filter are named', async () => {
      const refused = await open(api, 'refusal')
      await refused.chat.send('hi')
      expect(refused.last().content + (refused.last().refusal ?? '')).not.toBe('')
      expect(refused.last().finishReasonRaw).toBe(endings.refused)
      if (endings.filtered === undefined) return
      const filtered = await open(api, 'content-filter-midway')
      await filtered.chat.send('hi')
      expect(filtered.last()).toMatchObject({
        finishReason: 'content_filter',
        finishReasonRaw: endings.filtered,
      })
    })

    test('the list of models comes from the same endpoint', async () => {
      const { endpoint } = await open(api, 'plain')
      const found = await fetchModels(endpoint)
      expect(found).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'plain' })]))
    })
  },
)
