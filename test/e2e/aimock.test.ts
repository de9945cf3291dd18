// @module-tag hunt
import { LLMock, type ChatCompletionRequest } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configure, startDemo, type DemoApp, type DemoPage, openModels } from './demo-app.js'
import { readAnswer } from './support/read-answer.js'

/** A server that we did not write: it speaks the protocol as its authors understand it. */
const MODEL = 'harbour-clerk'
const THOUGHTS = 'Two things are asked: the time in Oslo, and the length of the run. One tool for each.'
const ASIDE = 'Let me check **both**, one moment – straks.'
const calls = [
  { id: 'call_time', name: 'get_time', arguments: '{ "timezone": "Europe/Oslo" }' },
  { id: 'call_length', name: 'convert_units', arguments: '{"value":26.2,"from":"mi","to":"km"}' },
]

let mock: LLMock
let app: DemoApp
let demo: DemoPage

beforeAll(async () => {
  // Pieces of three letters: names arrive whole, arguments and text in shreds.
  mock = new LLMock({ port: 0, chunkSize: 3, latency: 1 })
  mock.on(
    { userMessage: 'marathon', hasToolResult: false, model: MODEL },
    {
      reasoning: THOUGHTS,
      content: ASIDE,
      toolCalls: calls,
      usage: { prompt_tokens: 1210, completion_tokens: 64, total_tokens: 1274 },
    },
  )
  mock.on({ userMessage: 'marathon', hasToolResult: true, model: MODEL }, (request) => ({
    content: retell(request),
    usage: { prompt_tokens: 1300, completion_tokens: 36, total_tokens: 1336 },
  }))
  mock.on(
    { userMessage: 'storm' },
    { error: { message: 'All berths are taken', type: 'server_error' }, status: 503 },
  )
  mock.on(
    { userMessage: 'queue' },
    { error: { message: 'Three ships an hour', type: 'rate_limit_error' }, status: 429 },
  )
  mock.on(
    { userMessage: 'fog' },
    { content: 'The ferry left the quay and then' },
    // Slow enough that what was sent is on the page when the line is cut.
    { chunkSize: 6, truncateAfterChunks: 5, latency: 150 },
  )
  mock.on({ userMessage: 'calm' }, { content: 'All quiet.' })
  await mock.start()
  app = await startDemo(0)
  demo = await app.open({ reducedMotion: 'reduce' })
  await configure(demo, { baseUrl: `${mock.url}/v1`, model: MODEL })
})
afterAll(async () => {
  await demo?.close()
  await app?.close()
  await mock?.stop()
})
beforeEach(async () => {
  mock.clearRequests()
  await demo.startOver()
})
afterEach(() => mock.clearChaos())

/** The answer of the server is what it was told: each result under the name of the call that it answers. */
function retell({ messages }: ChatCompletionRequest): string {
  const asked = messages.flatMap((message) => message.tool_calls ?? [])
  const lines = messages
    .filter((message) => message.role === 'tool')
    .map((message) => {
      const call = asked.find(({ id }) => id === message.tool_call_id)
      return `- ${call?.function.name ?? 'nobody'} said ${JSON.stringify(message.content)}`
    })
  return ['You told me:', '', ...lines].join('\n')
}

async function answerTo(text: string) {
  await demo.ask(text)
  await demo.answer.waitFor()
  await demo.settle()
  return readAnswer(demo.answer)
}

describe('the demo on a server of somebody else', () => {
  test('lists its models', async () => {
    await openModels(demo.page)
    // The last two lines are not models.
    const lines = async () => (await demo.page.getByRole('option').allInnerTexts()).slice(0, -2)
    await expect.poll(lines).toEqual([expect.stringContaining(MODEL)])
    await demo.page.keyboard.press('Escape')
    expect(demo.problems).toEqual([])
  })

  test('runs its two calls here, shows each result under its own call, then the answer and what it cost', async () => {
    const shown = await answerTo('How long is a marathon, and what time is it in Oslo?')
    const [first, second, ...more] = shown.steps
    expect(more).toEqual([])
    expect(first?.reasoning).toEqual([THOUGHTS])
    expect(first?.text).toBe(ASIDE.replaceAll('*', ''))
    expect(first?.calls.map(({ name, state, arguments: args }) => [name, state, args])).toEqual(
      calls.map((call) => [call.name, 'done', call.arguments]),
    )
    const [time, length] = first?.calls ?? []
    expect(time?.results).toEqual([expect.stringMatching(/time.*"\d\d:\d\d".*utc_offset.*"\+0[12]:00"/s)])
    expect(length?.results).toEqual([expect.stringContaining('42.164813')])

    expect(second?.text).toMatch(/get_time said [^]*utc_offset[^]*convert_units said [^]*42\.164813/)
    expect(shown.notices).toEqual([])
    expect(shown.usage).toMatchObject({
      'Input tokens': '2,510',
      'Output tokens': '100',
      'Total tokens': '2,610',
      Requests: '2',
      Source: 'Reported by the server',
    })
    expect(demo.problems).toEqual([])

    // It was told what the tools gave, in the order of the calls and under their ids.
    const sent = mock.getLastRequest()?.body as ChatCompletionRequest
    const results = sent.messages.slice(2)
    expect(sent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool'])
    expect(results.map((message) => [message.tool_call_id, message.content])).toEqual([
      ['call_time', expect.stringContaining('utc_offset')],
      ['call_length', expect.stringContaining('42.164813')],
    ])
    expect(sent.messages[1]?.tool_calls).toEqual(
      calls.map(({ id, ...fn }) => ({ id, type: 'function', function: fn })),
    )
    expect(sent.tools?.map((tool) => tool.function.name)).toEqual(
      expect.arrayContaining(['get_time', 'convert_units']),
    )
  })

  test.each([
    ['storm', 'overloaded', 'The provider is busy', '503 · All berths are taken.'],
    ['queue', 'rate_limit', 'Rate limited by the provider', '429 · Three ships an hour.'],
  ])('says what its refusal means: %s', async (prompt, kind, title, words) => {
    const shown = await answerTo(prompt)
    expect(shown.notices).toEqual([{ kind, title, all: expect.stringContaining(words) as string }])
    expect(shown.steps).toMatchObject([{ text: '', reasoning: [], calls: [] }])
    expect(demo.problems).toEqual([])
  })
})

describe('when that server breaks', () => {
  test('in the middle of the answer: what arrived stays, and the page says that it is not all', async () => {
    const shown = await answerTo('fog')
    expect(shown.steps[0]?.text).toMatch(/^The ferry left/)
    expect(shown.steps[0]?.text).not.toMatch(/then$/)
    expect(shown.notices).toMatchObject([
      { kind: 'incomplete', title: 'Connection ended before the answer did' },
    ])
  })

  test('before a byte: names the host, and the next attempt works', async () => {
    mock.setChaos({ disconnectRate: 1 })
    const { host } = new URL(mock.url)
    const broken = await answerTo('calm')
    expect(broken.notices).toMatchObject([{ kind: 'network_or_cors', title: `Could not reach ${host}` }])
    mock.clearChaos()
    await demo.answer.getByRole('button', { name: 'Retry', exact: true }).click()
    await demo.settle()
    expect(await readAnswer(demo.answer)).toMatchObject({ steps: [{ text: 'All quiet.' }], notices: [] })
  })

  test('with a body that is no JSON: says that there is no whole answer', async () => {
    mock.setChaos({ malformedRate: 1 })
    const shown = await answerTo('calm')
    expect(shown.steps).toMatchObject([{ text: '', reasoning: [], calls: [] }])
    expect(shown.notices).toMatchObject([
      { kind: expect.stringMatching(/^(?:incomplete|malformed_stream)$/) as string },
    ])
  })
})
