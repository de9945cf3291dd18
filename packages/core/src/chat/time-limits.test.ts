import { expect, it, vi } from 'vitest'
import { watchDeadlines } from '../provider/connection/deadlines.js'
import { defineTool } from '../tools/define-tool.js'
import { callsTools, plainTool, says, scriptedChat } from '../testing/scripted-chat.js'
import { MAX_TIMER, startLimit } from '@antiphon/base'

/** Limits in ms, and when they are over. */
const limits: [ms: number | undefined, over: number | undefined][] = [
  [1, 1],
  [60_000, 60_000],
  [MAX_TIMER, MAX_TIMER],
  [MAX_TIMER + 1, undefined],
  [1e10, undefined],
  [Infinity, undefined],
  [0, undefined],
  [-1, undefined],
  [-Infinity, undefined],
  [NaN, undefined],
  [undefined, undefined],
]

/** Places that have a limit in time, and call `end` when it is over. */
const places: Record<string, (ms: number | undefined, end: () => void) => unknown> = {
  'a limit': startLimit,
  'the deadline of a request': (total, end) => watchDeadlines({ connect: 0, total }, end, { now: () => 0 }),
  'the time limit of a tool': (timeout, end) => callThatEnds({ timeout }, {}, end),
  'the time limit of the tools of a chat': (toolTimeout, end) => callThatEnds({}, { toolTimeout }, end),
}

/** Resolves when the call runs. */
function callThatEnds(own: object, options: object, end: () => void): Promise<void> {
  return new Promise((started) => {
    const execute = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<never>(() => (signal.addEventListener('abort', end), started()))
    const tools = [defineTool({ ...plainTool, name: 'slow', execute, ...own })]
    const { chat } = scriptedChat([callsTools('slow'), says('done')], { tools, ...options })
    void chat.send('go')
  })
}

it.each(Object.keys(places))(
  '%s is over when it says, and anything that is not a limit is none',
  async (place) => {
    vi.useFakeTimers()
    try {
      for (const [ms, over] of limits) {
        const end = vi.fn()
        await places[place]!(ms, end)
        await vi.advanceTimersByTimeAsync((over ?? 2 * MAX_TIMER) - 1)
        expect([ms, end.mock.calls.length]).toEqual([ms, 0])
        await vi.advanceTimersByTimeAsync(1)
        expect([ms, end.mock.calls.length]).toEqual([ms, over === undefined ? 0 : 1])
        vi.clearAllTimers()
      }
    } finally {
      vi.useRealTimers()
    }
  },
)

it.each([3_600_000, -3_600_000, NaN])(
  'a clock that jumps by %s ms ends no call, and no duration is negative',
  async (jump) => {
    let offset = 0
    const ask = { type: 'page', message: 'm', url: 'https://a.example/' } as const
    const asks = defineTool({
      ...plainTool,
      name: 'asks',
      timeout: 60_000,
      async execute(_, { ask: askPerson, report }) {
        report({ type: 'step', id: 'one' })
        offset = jump
        const { type } = await askPerson(ask)
        // A limit that counts the jump has 1 ms left. Its timer is earlier than this one.
        await new Promise((resolve) => setTimeout(resolve, 20))
        return type
      },
    })
    const { chat } = scriptedChat([callsTools('asks'), says('done')], {
      tools: [asks],
      now: () => 1e12 + offset,
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().questions).toHaveLength(1))
    await chat.answerQuestion(chat.getState().questions![0]!.key, { type: 'accept' })
    await sent
    const result = chat.store.getMessages()[2]!
    expect(result.content).toBe('accept')
    const durations = JSON.stringify(result).match(/"durationMs":[^,}]*/g)
    expect(durations).toHaveLength(2)
    for (const one of durations!) expect(one).toMatch(/:\d+$/)
  },
)
