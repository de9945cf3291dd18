import { expect, it, vi } from 'vitest'
import type { LiveStep } from '../pairing/types.js'
import type { ChatTransport } from '../provider/connection/types.js'
import { scriptedTransport, sseText, textAnswer, type ScriptedAnswer } from '../testing/index.js'
import { createMessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createLiveSteps } from './live-steps.js'
import { runStep, type StepContext } from './run-step.js'
import { beginAnswer, createRun } from './run.js'

const twoPieces: ScriptedAnswer = [
  sseText(
    ['a', 'b'].map((content, at) => ({
      choices: [{ delta: { content }, finish_reason: at ? 'stop' : null }],
    })),
  ),
]

/** An answer that is about to be asked for, and each state of its live step. */
function setUp(answer: ScriptedAnswer, over: Partial<StepContext> = {}) {
  const store = createMessageStore({
    messages: [{ id: 'u', role: 'user', content: 'go' }],
    scheduler: immediateScheduler,
  })
  const live = createLiveSteps()
  const context = {
    store,
    live,
    target: scriptedTransport([answer]),
    now: () => 7,
    beforeRequest: () => Promise.resolve(),
    ...over,
    onFirstToken: vi.fn(),
  }
  const run = createRun(store, { model: 'm' }, 'u')
  const empty = beginAnswer(context, run)!
  const steps: (LiveStep | undefined)[] = []
  live.subscribe(empty.id, () => steps.push(live.get(empty.id)))
  return { live, empty, steps, context, step: () => runStep(context, run, empty, false) }
}

it('a retry is told on the live step, until the next attempt', async () => {
  let attempts = 0
  const target: ChatTransport = {
    send: () => (attempts++ ? Promise.resolve([textAnswer('done')]) : Promise.reject(new Error('down'))),
    recover: () => ({ delayMs: 0 }),
  }
  const { step, steps } = setUp([], { target })
  expect((await step()).message.content).toBe('done')
  expect(steps.map((one) => one?.retry)).toEqual([
    { attempt: 2, at: 7, error: expect.objectContaining({ message: expect.stringContaining('down') }) },
    undefined,
    undefined,
  ])
})

it('nothing is sent, and no empty answer stays, when another tab takes the question away before the request leaves', async () => {
  const target = scriptedTransport([textAnswer('unasked')])
  const { step, context, empty } = setUp([], {
    target,
    beforeRequest: async () => context.store.reset([context.store.getMessage(empty.id)!]),
  })
  expect((await step()).outcome).toBe('cancelled')
  expect([target.requests, context.store.getIds()]).toEqual([[], []])
})

it('the first token is told once, and each part shown once, whatever it comes in', async () => {
  const { step, steps, context } = setUp(twoPieces)
  expect((await step()).message.content).toBe('ab')
  expect([context.onFirstToken.mock.calls.length, steps.length]).toEqual([1, 1])
})

it('an answer whose live step was ended goes on', async () => {
  const { step, live, empty } = setUp(twoPieces)
  live.end(empty.id)
  expect(await step()).toMatchObject({ outcome: 'complete', message: { content: 'ab' } })
})

it('a failure before the request says when it was, and which model was to be asked', async () => {
  const { step } = setUp([], { beforeRequest: () => Promise.reject(new Error('not stored')) })
  expect((await step()).message.error).toMatchObject({ message: 'not stored', model: 'm', occurredAt: 7 })
})

it('further choices are versions beside the answer; the first one is shown', async () => {
  const choice = (index: number, content: string, finish_reason: string | null) => ({
    choices: [{ index, delta: { content }, finish_reason }],
  })
  const { step, context, empty } = setUp([
    sseText([
      choice(0, 'North', null),
      choice(1, 'South', null),
      choice(2, '', 'stop'),
      choice(1, '.', 'length'),
      choice(0, '.', 'stop'),
    ]),
  ])
  await step()
  const { store } = context
  expect(store.getIds()).toEqual(['u', empty.id])
  expect(store.getVersions(empty.id).index).toBe(0)
  expect(store.getVersions(empty.id).ids.map((id) => store.getMessage(id))).toEqual([
    expect.objectContaining({ id: empty.id, content: 'North.', finishReason: 'stop' }),
    expect.objectContaining({
      content: 'South.',
      finishReason: 'length',
      model: 'm',
      timestamp: empty.timestamp,
    }),
  ])
})

it('a further choice of an answer that was removed meanwhile is nowhere', async () => {
  const { step, context, empty } = setUp(
    [
      sseText(
        [0, 1].map((index) => ({ choices: [{ index, delta: { content: 'x' }, finish_reason: 'stop' }] })),
      ),
    ],
    { onFirstToken: vi.fn() },
  )
  context.store.remove(empty.id)
  await step()
  expect(context.store.getTree().nodes.map(({ message }) => message.id)).toEqual(['u'])
})

it('a request names the version that its answer stands in for: the youngest one beside it', async () => {
  const target = scriptedTransport([textAnswer('one'), textAnswer('two'), textAnswer('three')])
  const { step, context, empty } = setUp([], { target, threadId: 't' })
  await step()
  const { store } = context
  store.append({ id: 'a2', role: 'assistant', content: 'other' }, { parent: 'u' })
  store.append({ id: 'u2', role: 'user', content: 'no answer' }, { parent: 'u' })
  const run = createRun(store, { model: 'm' }, 'u')
  const again = beginAnswer(context, run)!
  await runStep(context, run, again, false)
  const begun = { ...empty, content: 'Fog' }
  await runStep(context, createRun(store, { model: 'm' }, empty.id), begun, true)
  expect(target.requests.map(({ threadId, replaces }) => [threadId, replaces])).toEqual([
    ['t', undefined],
    ['t', 'a2'],
    ['t', undefined],
  ])
})

it('a rest that failed before anything came ends the answer with that; one that was stopped leaves it as it was', async () => {
  const { context, empty } = setUp([], { beforeRequest: () => Promise.reject(new Error('not stored')) })
  const { store } = context
  const begun = { ...empty, content: 'Fog', finishReason: 'length' as const }
  store.write(empty.id, begun)
  const run = createRun(store, { model: 'm' }, empty.id)
  run.end()
  await runStep(context, run, begun, true)
  expect(store.getMessage(empty.id)).toEqual(begun)
  await runStep(context, createRun(store, { model: 'm' }, empty.id), begun, true)
  expect(store.getMessage(empty.id)).toMatchObject({ content: 'Fog', error: { message: 'not stored' } })
})

it('the rest of an answer that was begun has no versions', async () => {
  const { context, empty } = setUp([
    sseText(
      [0, 1].map((index) => ({ choices: [{ index, delta: { content: 'x' }, finish_reason: 'stop' }] })),
    ),
  ])
  const { store } = context
  const begun = { ...empty, content: 'Fog' }
  store.write(empty.id, begun)
  await runStep(context, createRun(store, { model: 'm' }, empty.id), begun, true)
  expect(store.getVersions(empty.id).ids).toEqual([empty.id])
  expect(store.getMessage(empty.id)).toMatchObject({ content: 'Fog x' })
})
