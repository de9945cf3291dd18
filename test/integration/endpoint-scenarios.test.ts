import {
  allScenarios,
  createEndpoint,
  createEndpointFetch,
  createSeededIds,
  SCRIPTED_BASE_URL,
  tourPrompts,
} from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { demoTools, drain, post, replyOf, tool, user } from './endpoint-client.js'

const endpoint = () =>
  createEndpoint({ speed: Infinity, generateId: createSeededIds(3), now: () => 1_700_000_000_000 })

/** The last words before the scenario "stall" says nothing more. */
const STALLS_AFTER = 'From the gallery you can'

let served: ServedEndpoint
beforeEach(async () => {
  served = await serveEndpoint(endpoint())
})
afterEach(() => {
  vi.unstubAllGlobals()
  return served.close()
})

const ask = async (body: Record<string, unknown>) => {
  const response = await post(served.url, { stream: true, ...body })
  return replyOf((await drain(response)).text)
}

describe('each scenario says the same over HTTP and in the page', () => {
  const ways = allScenarios
    .flatMap(({ id }) => [true, false].map((stream) => ({ id, stream })))
    // A whole answer that stalls never begins.
    .filter(({ id, stream }) => id !== 'stall' || stream)
  test.each(ways)('$id, stream $stream', async ({ id, stream }) => {
    const words = id === 'stall' ? STALLS_AFTER : undefined
    const body = { model: id, stream, messages: [user('hello')], tools: demoTools }
    const inPage = createEndpointFetch(endpoint())
    const [http, page] = [await post(served.url, body), await post(SCRIPTED_BASE_URL, body, {}, inPage)]
    const [one, other] = await Promise.all([http, page].map((response) => drain(response, words)))
    expect(other).toMatchObject({ text: one!.text, ended: one!.ended })
    expect(page.status).toBe(http.status)
    expect(one!.text.length).toBeGreaterThan(100)
  })
})

describe('an answer that was stopped goes on where it was, in whatever it was: a table, code, a word', () => {
  test.each([
    'Where can a page keep a conversation? Compare the places in a table.',
    'Write some code',
    'Weigh twelve coins three times',
    'What can I ask you?',
  ])('%s', async (question) => {
    const model = 'antiphon-tour'
    const { content: whole } = await ask({ model, messages: [user(question)] })
    for (const share of [0.1, 0.35, 0.6, 0.9]) {
      const begun = whole.slice(0, Math.floor(whole.length * share))
      const held = [user(question), { role: 'assistant', content: begun }]
      const { content: rest } = await ask({ model, messages: [...held, user('Please continue.')] })
      expect(begun + rest).toBe(whole)
      // The kit asks for the last words once more.
      const last = begun.slice(-12)
      const again = user(`Go on with your last answer. Begin by repeating ${JSON.stringify(last)}.`)
      expect((await ask({ model, messages: [...held, again] })).content).toBe(last + rest)
    }
  })
})

describe('a tool loop runs to an answer that quotes the results', () => {
  const offers = {
    demo: demoTools,
    others: [tool('search_flights', { origin: { type: 'string' }, adults: { type: 'integer', minimum: 1 } })],
  }
  const ways = [
    'parallel-tools',
    'one-tool',
    'many-tools',
    'one-tool-fails',
    'bad-arguments',
    'unknown-tool',
  ].flatMap((model) => Object.entries(offers).map(([name, tools]) => ({ model, name, tools })))
  test.each(ways)('$model with $name tools', async ({ model, tools }) => {
    const messages: Record<string, unknown>[] = [user('please')]
    const results: string[] = []
    let reply = await ask({ model, messages, tools })
    for (let round = 0; reply.calls.length > 0 && round < 4; round++) {
      expect(reply.finish).toBe('tool_calls')
      expect(new Set(reply.calls.map((call) => call.id)).size).toBe(reply.calls.length)
      const calls = reply.calls.map(({ id, ...call }) => ({ id, type: 'function', function: call }))
      messages.push({ role: 'assistant', content: reply.content || null, tool_calls: calls })
      for (const call of reply.calls) {
        const failing = model.includes('fails') ? call === reply.calls[1] : /bad|unknown/.test(model)
        const content = failing
          ? `Error: nothing for number ${results.length}`
          : `value ${results.length} of ${call.name}`
        results.push(content)
        messages.push({ role: 'tool', tool_call_id: call.id, content })
      }
      reply = await ask({ model, messages, tools })
    }
    expect(results.length).toBe({ 'many-tools': 5, 'one-tool': 1, 'unknown-tool': 1 }[model] ?? 2)
    for (const result of results) expect(reply.content).toContain(result)
    expect(reply.finish).toBe('stop')
  })

  test.each(['parallel-tools', 'one-tool', 'many-tools', 'one-tool-fails', 'bad-arguments', 'length-tool'])(
    '%s says so when no tools are offered',
    async (model) =>
      expect((await ask({ model, messages: [user('hi')] })).content).toContain('No tools were offered'),
  )
})

describe('citations come behind the text, as OpenAI sends them', () => {
  const question = { model: 'citations', messages: [user('Cite your sources')] }
  type Cited = { type: string; url_citation: { url: string; start_index: number; end_index: number } }
  const cited = (content: string, annotations: readonly Cited[]) =>
    annotations.map(({ url_citation: { start_index: start, end_index: end } }) => content.slice(start, end))
  const passages = [
    'each piece says how long it is, and an empty one is the end.',
    'lines that begin with "data:", with an empty line behind each event.',
    'Their media type is "text/event-stream".',
    'a reader gets each piece when it arrives.',
  ].map((end) => expect.stringMatching(new RegExp(`^\\S.*${end.slice(1)}$`)))

  test('in one chunk of a stream, and in the message of a whole body', async () => {
    const { text } = await drain(await post(served.url, { stream: true, ...question }))
    const { content } = replyOf(text)
    const chunks = text
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map((event) => JSON.parse(event.slice(6)).choices[0]?.delta.annotations as Cited[] | undefined)
    const [annotations, ...more] = chunks.filter((found) => found !== undefined)
    expect(more).toEqual([])
    expect(annotations!.map(({ type }) => type)).toEqual(Array(4).fill('url_citation'))
    expect(cited(content, annotations!)).toEqual(passages)
    const whole = await (await post(served.url, question)).json()
    expect(whole.choices[0].message).toMatchObject({ content, annotations })
  })

  test('the rest of an answer that was stopped has the places of its own text', async () => {
    const { content } = await ask(question)
    const begun = content.slice(0, content.indexOf('Their media type'))
    const messages = [...question.messages, { role: 'assistant', content: begun }, user('Please continue.')]
    const { choices } = await (await post(served.url, { model: 'citations', messages })).json()
    expect(begun + choices[0].message.content).toBe(content)
    expect(cited(choices[0].message.content, choices[0].message.annotations)).toEqual(passages.slice(2))
  })
})

describe('what each scenario is for', () => {
  const hello = { messages: [user('hello')], tools: demoTools }
  const status = async (model: string) => {
    const response = await post(served.url, { model, stream: true, ...hello })
    return {
      status: response.status,
      ...(await response.json()).error,
      retryAfter: response.headers.get('retry-after'),
    }
  }

  test('the endings', async () => {
    expect(await ask({ model: 'length', ...hello })).toMatchObject({
      finish: 'length',
      content: expect.stringMatching(/\w$/),
    })
    expect(await ask({ model: 'length-thinking', ...hello })).toMatchObject({
      finish: 'length',
      content: '',
      reasoning: expect.stringMatching(/three$/),
    })
    expect(await ask({ model: 'length-thinking', max_tokens: 4000, ...hello })).toMatchObject({
      finish: 'stop',
      content: expect.stringContaining('34'),
    })
    expect(await ask({ model: 'content-filter', ...hello })).toMatchObject({
      finish: 'content_filter',
      content: '',
    })
    expect(await ask({ model: 'content-filter-midway', ...hello })).toMatchObject({
      finish: 'content_filter',
      content: expect.stringContaining('siege'),
    })
    expect(await ask({ model: 'refusal', ...hello })).toMatchObject({
      finish: 'stop',
      content: '',
      refusal: expect.stringContaining('account'),
    })
    const cut = await ask({ model: 'length-tool', ...hello })
    expect(cut.finish).toBe('length')
    expect(() => JSON.parse(cut.calls[0]!.arguments)).toThrow(SyntaxError)
  })

  test('"continue" after the limit brings the rest of the text, once', async () => {
    const first = await ask({ model: 'antiphon-tour', messages: [user('Get cut off at the token limit')] })
    const thread = [user('Get cut off'), { role: 'assistant', content: first.content }, user('Continue')]
    const second = await ask({ model: 'antiphon-tour', messages: thread })
    expect(second.finish).toBe('stop')
    expect(first.content + second.content).toMatch(/quarter of an hour\.$/)
  })

  test('the HTTP errors', async () => {
    expect(await status('error-401')).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(await status('error-429')).toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
      retryAfter: '8',
    })
    expect(await status('error-500')).toMatchObject({ status: 500, type: 'server_error' })
    expect(await status('error-context')).toMatchObject({ status: 400, code: 'context_length_exceeded' })
  })

  test('the broken streams', async () => {
    const read = async (model: string) =>
      drain(
        await post(served.url, { model, stream: true, ...hello }),
        model === 'stall' ? STALLS_AFTER : undefined,
      )
    expect((await read('error-midstream')).text).toMatch(/data: \{"error":\{"message":"The server[^\n]*\n\n$/)
    expect(await read('disconnect')).toMatchObject({
      ended: 'failed',
      text: expect.stringContaining('light'),
    })
    expect(await read('stall')).toMatchObject({ ended: 'silent', text: expect.stringContaining('light') })
    const unfinished = await read('no-finish')
    expect(unfinished.ended).toBe('closed')
    expect(unfinished.text).not.toMatch(/\[DONE\]|"finish_reason":"/)
    const malformed = (await read('malformed')).text
    expect(malformed).toMatch(
      /never clo\n\n[\s\S]*event: queue_position[\s\S]*"content":42[\s\S]*"finish_reason":"stop"/,
    )
  })

  test('the arguments that do not fit keep the keys and change the types', async () => {
    const first = await ask({ model: 'bad-arguments', ...hello })
    const [call] = first.calls
    expect(() => JSON.parse(call!.arguments)).toThrow(SyntaxError)
    const calls = [
      { id: call!.id, type: 'function', function: { name: call!.name, arguments: call!.arguments } },
    ]
    const told = { role: 'tool', tool_call_id: call!.id, content: 'Error: not JSON' }
    const messages = [user('hello'), { role: 'assistant', content: null, tool_calls: calls }, told]
    const second = await ask({ model: 'bad-arguments', messages, tools: demoTools })
    expect(JSON.parse(second.calls[0]!.arguments)).toEqual({ timezone: [42] })
  })

  test('the long answer has over 4,000 words', async () => {
    const { content } = await ask({ model: 'long', ...hello })
    expect(content.split(/\s+/).length).toBeGreaterThan(4000)
  })
})

describe('the tour', () => {
  test.each(tourPrompts)('"$prompt" shows $scenario', async ({ prompt, scenario }) => {
    const send = async (model: string) => {
      const response = await post(
        SCRIPTED_BASE_URL,
        { model, messages: [user(prompt)], tools: demoTools, stream: true },
        {},
        createEndpointFetch(endpoint()),
      )
      return (await drain(response)).text.replaceAll(`"model":"${model}"`, '')
    }
    expect(await send('antiphon-tour')).toBe(await send(scenario))
  })

  test.each([
    ['What time is it in Oslo?', ['get_time {"timezone":"Europe/Oslo"}']],
    [
      'What is the population of Norway, and what time is it in Oslo?',
      ['look_up {"country":"Norway"}', 'get_time {"timezone":"Europe/Oslo"}'],
    ],
    ['Convert 26.2 miles to km. Thank you', ['convert_units {"value":26.2,"from":"mi","to":"km"}']],
    ['call get_time {"timezone": "Asia/Seoul"}', ['get_time {"timezone": "Asia/Seoul"}']],
    [
      'And the time? Call the function get_time, do not answer yourself.',
      ['get_time {"timezone":"Europe/Oslo"}'],
    ],
    ['call look_up', ['look_up {"country":"Norway"}']],
    ['call look_up {"country":', ['look_up {"country":']],
  ])('"%s" has its calls', async (prompt, wanted) => {
    const { calls } = await ask({ model: 'antiphon-tour', messages: [user(prompt)], tools: demoTools })
    expect(calls.map((call) => `${call.name} ${call.arguments}`)).toEqual(wanted)
  })

  test('a prompt with calls says so when no tools are offered', async () => {
    const messages = [user('Convert 26.2 miles to km')]
    expect((await ask({ model: 'antiphon-tour', messages })).content).toContain('No tools were offered')
  })

  test.each(['Good morning', 'What is the population of Kenya?', 'call nothing_like_it {}'])(
    'answers "%s" with what there is to see and how to reach a real endpoint',
    async (prompt) => {
      const { calls, content } = await ask({
        model: 'antiphon-tour',
        messages: [user(prompt)],
        tools: demoTools,
      })
      expect(calls).toEqual([])
      expect(content).toContain('This endpoint is a script.')
      expect(content).toContain('base URL')
    },
  )
})

describe('the in-page fetch', () => {
  test('passes every other address on', async () => {
    const seen: string[] = []
    const inPage = createEndpointFetch(endpoint(), {
      fetch: async (input) => (seen.push(input as string), new Response('outside')),
    })
    for (const url of ['https://other.example/v1/models', `${SCRIPTED_BASE_URL}0/models`]) await inPage(url)
    expect(seen).toEqual(['https://other.example/v1/models', `${SCRIPTED_BASE_URL}0/models`])
    expect((await inPage(`${SCRIPTED_BASE_URL}/models`)).status).toBe(200)
  })

  test('takes the place of the global fetch, and passes other addresses on to the one before', async () => {
    const before = vi.fn<typeof fetch>(async () => new Response('outside'))
    vi.stubGlobal('fetch', before)
    vi.stubGlobal('fetch', createEndpointFetch(endpoint()))
    expect(await (await fetch('https://other.example/v1/models')).text()).toBe('outside')
    expect(before).toHaveBeenCalledTimes(1)
    expect((await fetch(`${SCRIPTED_BASE_URL}/models`)).status).toBe(200)
  })

  test('fails the body with the signal’s reason when aborted in mid-stream', async () => {
    const inPage = createEndpointFetch(createEndpoint({ speed: 50 }))
    const stop = new AbortController()
    const response = await post(
      SCRIPTED_BASE_URL,
      { model: 'stall', stream: true, messages: [user('x')] },
      { signal: stop.signal },
      inPage,
    )
    const reader = response.body!.getReader()
    await reader.read()
    const reason = new DOMException('Stopped by the user.', 'AbortError')
    stop.abort(reason)
    await expect(reader.read()).rejects.toBe(reason)
    await expect(inPage(`${SCRIPTED_BASE_URL}/models`, { signal: stop.signal })).rejects.toBe(reason)
  })

  test('rejects when aborted before the answer has begun', async () => {
    const inPage = createEndpointFetch(createEndpoint())
    const stop = new AbortController()
    const waiting = post(
      SCRIPTED_BASE_URL,
      { model: 'long', messages: [user('x')] },
      { signal: stop.signal },
      inPage,
    )
    setTimeout(() => stop.abort(), 20)
    await expect(waiting).rejects.toThrow(/abort/i)
  })
})
