import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { toolOutcome } from '../message/outcome.js'
import type { ToolCall } from '../message/types.js'
import type { LiveCall } from '../pairing/types.js'
import { defineTool } from './define-tool.js'
import { prepareCall } from './prepare-call.js'
import { runCall, type CallRun } from './run-call.js'
import type { PersonAnswer, Tool, ToolContext } from './types.js'

const call = (name: string, args = '{}', id = name): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
interface Over extends Partial<Omit<CallRun, 'onLive'>> {
  onCall?(index: number, live: LiveCall): void
}
/** Runs these calls side by side. */
function run(calls: ToolCall[], tools: Tool[], { onCall, ...over }: Over = {}) {
  const named = new Map(tools.map((tool) => [tool.name, tool]))
  const { signal = new AbortController().signal } = over
  const stops = new Set<() => void>()
  signal.addEventListener('abort', () => stops.forEach((stop) => stop()))
  return Promise.all(
    calls.map(async (one, index) => {
      const preparation = await prepareCall(one, index, `m/${index}`, named)
      if ('failure' in preparation) return preparation.failure
      const onLive = (live: LiveCall): void => onCall?.(index, live)
      return runCall(preparation.prepared, { stops, now: () => 0, ...over, signal, onLive })
    }),
  )
}
/** Resolves when so many tools have begun. They may first load code, and a stopped clock does not make that happen. */
function counting(calls: number): { all: Promise<void>; began: () => void } {
  let began = (): void => {}
  const all = new Promise<void>((resolve) => (began = () => --calls === 0 && resolve()))
  return { all, began }
}
const outcomes = async (results: ReturnType<typeof run>) =>
  (await results).map((result) => toolOutcome(result) ?? result.content)

describe('a tool that runs', () => {
  const never = defineTool({
    name: 'never',
    description: '',
    parameters: z.object({}),
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  })

  it.each([
    ['a string', 'out of paper', 'out of paper'],
    ['undefined', undefined, 'The tool failed without saying why.'],
    ['an object', { code: 7 }, '{"code":7}'],
    ['an error without a message', new RangeError(), 'RangeError'],
  ])('faults: tool-throws: %s thrown is a failure that the model can read', async (_, thrown, words) => {
    const tool = defineTool({
      name: 't',
      description: '',
      parameters: z.object({}),
      execute: () => {
        throw thrown
      },
    })
    const rejects = { ...tool, name: 'r', execute: () => Promise.reject(thrown) }
    const results = await run([call('t'), call('r')], [tool, rejects])
    expect(results.map((result) => [toolOutcome(result), result.content])).toEqual([
      ['failed', words],
      ['failed', words],
    ])
  })

  it('faults: tool-hangs: ends at its own time limit, or at that of the chat, and hears of it', async ({
    onTestFinished,
  }) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const signals: AbortSignal[] = []
    const { all, began } = counting(2)
    const hangs = (name: string, timeout?: number) =>
      defineTool({
        name,
        description: '',
        parameters: z.object({}),
        timeout,
        execute: (_, { signal }) => {
          signals.push(signal)
          began()
          return new Promise(() => {})
        },
      })
    const results = run([call('slow'), call('own')], [hangs('slow'), hangs('own', 500)], {
      timeout: 2_000,
      now: Date.now,
    })
    await all
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await results).map((r) => [toolOutcome(r), r.content, r.timing!.durationMs])).toEqual([
      ['timeout', 'Timed out after 2 s.', 2_000],
      ['timeout', 'Timed out after 0.5 s.', 500],
    ])
    expect(signals.map(({ reason }) => String(reason))).toEqual([
      'TimeoutError: The tool took longer than 2000 ms.',
      'TimeoutError: The tool took longer than 500 ms.',
    ])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is shown as waiting while its question is, and what it still asks ends with it', async () => {
    const page = { type: 'page', message: 'm', url: 'https://a.example/' } as const
    const taken = new AbortController()
    const { all, began } = counting(2)
    const { all: late, began: ended } = counting(1)
    const asks = defineTool({
      name: 'asks',
      description: '',
      parameters: z.object({}),
      execute: async (_, { ask }) => {
        const { type } = await ask(page, taken.signal)
        void ask(page).then(ended)
        await all
        return type
      },
    })
    const given: (readonly AbortSignal[])[] = []
    const shown: string[] = []
    const results = run([call('asks')], [asks], {
      onCall: (_, { state }) => void shown.push(state),
      ask: (_question, signals, onShown) => {
        began()
        given.push(signals)
        if (given.length > 1)
          return new Promise((resolve) =>
            signals[0]!.addEventListener('abort', () => resolve({ type: 'cancel' })),
          )
        shown.push('asked')
        onShown()
        return Promise.resolve({ type: 'accept' })
      },
    })
    expect(await outcomes(results)).toEqual(['accept'])
    await late
    expect(shown).toEqual(['running', 'asked', 'awaiting', 'running'])
    expect(given.map(([over, other]) => [over!.aborted, other === taken.signal])).toEqual([
      [true, true],
      [true, false],
    ])
  })

  it('that asks where nobody can be asked hears so', async () => {
    const asks = defineTool({
      name: 'asks',
      description: '',
      parameters: z.object({}),
      execute: (_, { ask }) => ask({ type: 'page', message: 'm', url: 'https://a.example/' }),
    })
    const [result] = await run([call('asks')], [asks])
    expect(result).toMatchObject({ isError: true, content: 'There is nobody to ask.' })
  })

  it('its time limit rests while the person is asked', async ({ onTestFinished }) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { all, began } = counting(1)
    let answer: (given: PersonAnswer) => void = () => {}
    const asks = defineTool({
      name: 'asks',
      description: '',
      parameters: z.object({}),
      execute: async (_, { ask }) => {
        await new Promise((resolve) => setTimeout(resolve, 900))
        const { type } = await ask({ type: 'page', message: 'm', url: 'https://a.example/' })
        if (type === 'decline') return new Promise(() => {})
        await new Promise((resolve) => setTimeout(resolve, 50))
        return 'done'
      },
    })
    const askNow = () => {
      began()
      return new Promise<PersonAnswer>((resolve) => (answer = resolve))
    }
    for (const [type, outcome, timeout] of [
      ['decline', 'timeout', 1_000],
      ['accept', 'done', 1_000],
      ['accept', 'done', undefined],
      ['accept', 'done', 0],
    ] as const) {
      const results = run([call('asks')], [{ ...asks, timeout }], { now: Date.now, ask: askNow })
      await vi.advanceTimersByTimeAsync(900)
      await all
      await vi.advanceTimersByTimeAsync(60_000)
      answer({ type })
      await vi.advanceTimersByTimeAsync(100)
      expect(await outcomes(results)).toEqual([outcome])
    }
  })

  it('faults: tool-late-result: what comes after a stop is ignored, reports too', async () => {
    const controller = new AbortController()
    let finish: (value: string) => void = () => {}
    let say: (progress: unknown) => void = () => {}
    const late = defineTool({
      name: 'late',
      description: '',
      parameters: z.object({}),
      execute: (_, { report }) => {
        say = report
        return new Promise<string>((resolve) => (finish = resolve))
      },
    })
    const onCall = vi.fn<NonNullable<Over['onCall']>>()
    const results = run([call('late')], [late], { signal: controller.signal, onCall })
    await vi.waitFor(() => expect(onCall).toHaveBeenCalledWith(0, expect.objectContaining({ startedAt: 0 })))
    controller.abort()
    const [result] = await results
    const seen = onCall.mock.calls.length
    finish('too late')
    say('too late')
    await Promise.resolve()
    expect(toolOutcome(result!)).toBe('cancelled')
    expect(onCall).toHaveBeenCalledTimes(seen)
  })

  it('cannot change its arguments, nor can another tool', async () => {
    const tool = defineTool({
      name: 't',
      description: '',
      parameters: z.object({ list: z.array(z.number()) }),
      execute: ({ list }) => list.push(1),
    })
    const [result] = await run([call('t', '{"list":[]}')], [tool])
    expect(toolOutcome(result!)).toBe('failed')
  })

  it('shows how it is going, and its steps stay with the result', async () => {
    const tool = defineTool({
      name: 't',
      description: '',
      parameters: z.object({}),
      execute: (_, { report }) => {
        report({ type: 'step', id: 's', title: 'Search' })
        report({ type: 'output', text: 'line' })
        report(0.5)
        return 'found'
      },
    })
    const onCall = vi.fn<NonNullable<Over['onCall']>>()
    const [result] = await run([call('t')], [tool], { onCall })
    const step = { id: 's', title: 'Search', startedAt: 0 }
    expect(onCall.mock.calls.at(-1)).toEqual([
      0,
      {
        state: 'running',
        startedAt: 0,
        progress: 0.5,
        output: 'line',
        steps: [{ ...step, state: 'running' }],
      },
    ])
    expect(result!.metadata).toEqual({ 'antiphon.steps': [{ ...step, state: 'done', durationMs: 0 }] })
  })

  it.each<[string, string, (fail: () => void) => Promise<unknown>]>([
    ['a failure', 'error', () => Promise.reject(new Error('no'))],
    ['a stop', 'cancelled', (stop) => (stop(), new Promise(() => {}))],
    ['the end of its time', 'cancelled', () => new Promise(() => {})],
    ['a result that says so', 'error', () => Promise.resolve({ content: 'no', isError: true })],
  ])('its open steps end with %s', async (_, state, end) => {
    const controller = new AbortController()
    const tool: Tool = {
      name: 't',
      description: '',
      parameters: {},
      timeout: 20,
      execute: (_args: never, { report }: { report(value: unknown): void }) => {
        report({ type: 'step', id: 's' })
        return end(() => controller.abort())
      },
    }
    const [result] = await run([call('t')], [tool], { signal: controller.signal })
    expect(result!.metadata!['antiphon.steps']).toMatchObject([{ id: 's', state }])
  })

  it('leaves no timer behind, and what it reports after its end is ignored', async ({ onTestFinished }) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { all, began } = counting(2)
    const reports: ((value: unknown) => void)[] = []
    const tool: Tool = {
      name: 't',
      description: '',
      parameters: {},
      timeout: 500,
      execute: (_: never, { report, signal }: ToolContext) => {
        reports.push(report)
        began()
        signal.addEventListener('abort', () => report('at the end'))
        return 'done'
      },
    }
    const slow: Tool = {
      ...tool,
      name: 's',
      execute: (...given) => (tool.execute!(...given), new Promise(() => {})),
    }
    const onCall = vi.fn<NonNullable<Over['onCall']>>()
    const results = run([call('t'), call('s')], [tool, slow], { onCall, now: () => 3 })
    await all
    await vi.advanceTimersByTimeAsync(499)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    const [done] = await results
    expect(done).toMatchObject({ content: 'done', timing: { startedAt: 3, durationMs: 0 } })
    for (const report of reports) report('late')
    expect(onCall.mock.calls.filter(([, live]) => live.words !== undefined)).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is given the conversation, and its own limit for what the model reads', async () => {
    const message = { id: 'm', role: 'user', content: 'long question' } as const
    const tool: Tool = {
      name: 't',
      description: '',
      parameters: {},
      maxResultLength: 4,
      execute: (_: never, { getMessages, callId, callKey }: ToolContext) => {
        expect([callId, callKey]).toEqual(['t', 'm/0'])
        if (getMessages().length === 0) throw new Error('nobody asked')
        return getMessages()[0]!.content
      },
    }
    const [result] = await run([call('t')], [tool], { getMessages: () => [message] })
    expect(result!.content).toBe('long\n[Cut: the first 4 of 13 characters are above.]')
    const [failure] = await run([call('t')], [tool])
    expect(failure!.content).toBe('nobo\n[Cut: the first 4 of 12 characters are above.]')
  })

  it('does not begin after a stop', async () => {
    const execute = vi.fn()
    const onCall = vi.fn<NonNullable<Over['onCall']>>()
    const [result] = await run([call('t')], [{ name: 't', description: '', parameters: {}, execute }], {
      signal: AbortSignal.abort(),
      onCall,
    })
    expect([toolOutcome(result!), result!.content]).toEqual(['cancelled', 'Cancelled by the user.'])
    expect([execute.mock.calls, onCall.mock.calls]).toEqual([[], []])
  })

  it('hears of a stop', async () => {
    const controller = new AbortController()
    const results = run([call('never')], [never], { signal: controller.signal })
    setTimeout(() => controller.abort(), 1)
    expect(await outcomes(results)).toEqual(['cancelled'])
  })
})
