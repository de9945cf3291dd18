import { collectCompletion, type CompletionSource, type TransportResponse } from '@antiphon/core'
import { type AgentEvent } from '@antiphon/transcripts/agents'
import { createAgentTransport } from '@antiphon/agents'
import { expect, test } from 'vitest'

const question = { messages: [], tools: [] }
const neverStopped = () => ({ signal: new AbortController().signal })

/** A transport whose other system means exactly these events. */
const saying = (...events: AgentEvent[]) =>
  createAgentTransport({
    results: 'chat',
    createReader: () => (event) => [event as AgentEvent],
    open: () => events,
  })

async function sourceOf(...events: AgentEvent[]): Promise<CompletionSource> {
  const sent = await saying(...events).send(question, neverStopped())
  return typeof sent === 'object' && 'source' in sent ? (sent as TransportResponse).source : sent
}

async function itemsOf(source: CompletionSource): Promise<unknown[]> {
  const items: unknown[] = []
  for await (const item of source as AsyncIterable<unknown>) items.push(item)
  return items
}

const piece = (content: string): AgentEvent => ({ type: 'delta', delta: { content } })

test('an answer of another system comes as chunks, and never as the text of an event stream', async () => {
  const events: AgentEvent[] = [
    piece('Good '),
    { type: 'about', fields: { model: 'm-2' } },
    { type: 'whole', message: { content: 'Good morning' } },
    { type: 'unknown', event: { ping: 1 } },
    { type: 'finish', reason: 'stop' },
    { type: 'over' },
  ]
  expect(await itemsOf(await sourceOf(...events))).toEqual([
    { choices: [{ index: 0, delta: { content: 'Good ' } }] },
    { choices: [], model: 'm-2' },
    { choices: [{ index: 0, message: { content: 'Good morning' } }] },
    { choices: [], unknown_events: [{ ping: 1 }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ])
  expect(await collectCompletion(await sourceOf(...events))).toMatchObject({
    outcome: 'complete',
    message: { content: 'Good morning', model: 'm-2', metadata: { 'wire.unknown_events': [{ ping: 1 }] } },
  })
})

test('text where an event should have been stays text, so that the reader says what was wrong with it', async () => {
  const transport = createAgentTransport({
    results: 'chat',
    createReader: () => () => [piece('Good')],
    open: () => new Response('data: {"a":1}\n\ndata: {not json\n\ndata: {"typ'),
  })
  const source = (await transport.send(question, neverStopped())) as CompletionSource
  const { outcome, message, repairs } = await collectCompletion(source)
  expect([outcome, message.content]).toEqual(['incomplete', 'Good'])
  expect(repairs.map(({ rule, before }) => [rule, before])).toEqual([
    ['malformed_json', '{not json'],
    ['frame_cut', '{"typ'],
  ])
})

test('events of one object that the other system changes between them are kept as each came', async () => {
  function* events() {
    const event = { type: 'unknown' as const, event: { ping: 0 } }
    for (event.event.ping = 1; event.event.ping < 3; event.event.ping++) yield event
    yield piece('a')
  }
  const transport = createAgentTransport({
    results: 'chat',
    createReader: () => (event) => [event as AgentEvent],
    open: () => events(),
  })
  const source = (await transport.send(question, neverStopped())) as CompletionSource
  const { message } = await collectCompletion(source)
  expect(message.metadata?.['wire.unknown_events']).toEqual([{ ping: 1 }, { ping: 2 }])
})

/** Failures as servers and libraries word them. Each was an `error` event of an event stream before. */
const failures: unknown[] = [
  'Rate limit reached for model m. Please try again in 20s.',
  'pump failed',
  { message: 'The model is overloaded', code: 'overloaded_error' },
  { error: { type: 'overloaded_error', message: 'Overloaded' }, type: 'error' },
  { error: 'invalid api key' },
  { detail: [{ loc: ['body', 'top_k'], msg: 'Extra inputs are not permitted' }] },
  { message: 'maximum context length is 8192 tokens', status: 400 },
  { title: 'Too many requests', status: 429 },
  { msg: 'The quota is used up', code: 'insufficient_quota' },
]

test.each(failures)('a failure keeps its kind and its words: %j', async (error) => {
  const body = typeof error === 'string' ? { error: { message: error } } : error
  const asEvent = await collectCompletion(`event: error\ndata: ${JSON.stringify(body)}\n\n`)
  const { outcome, error: found } = await collectCompletion(
    await sourceOf(piece('a'), { type: 'failure', error }),
  )
  expect([outcome, found?.kind, found?.message, found?.status, found?.code, found?.retryAfterMs]).toEqual([
    'error',
    asEvent.error?.kind,
    asEvent.error?.message,
    asEvent.error?.status,
    asEvent.error?.code,
    asEvent.error?.retryAfterMs,
  ])
})

test.each([[undefined], [null], [{}], [7], [[]]])(
  'a failure without words is a failure all the same: %j',
  async (error) => {
    const { outcome, error: found } = await collectCompletion(
      await sourceOf(piece('a'), { type: 'failure', error }),
    )
    expect([outcome, found?.message]).toEqual(['error', expect.stringMatching(/\w/)])
  },
)
