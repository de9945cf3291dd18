import { expect, it } from 'vitest'
import { startCpuTime } from '../../../../test/support/cpu-time.js'
import { closeSteps, foldReport, MAX_OUTPUT_LENGTH, MAX_STEPS, type Progress } from './tool-progress.js'

const fold = (...reports: unknown[]): Progress =>
  reports.reduce<Progress>((before, report, i) => foldReport(before, report, i * 100), {})

it('keeps the latest value and the latest words, all output and each step once, side by side', () => {
  const progress = fold(
    { type: 'output', text: 'one\n' },
    0.5,
    { type: 'step', id: 'a', title: 'Read' },
    { type: 'step', id: 'b', parent: 'a', state: 'queued' },
    { type: 'output', text: 'two' },
    { type: 'step', id: 'a', state: 'done', detail: '3 files' },
    'nearly there',
  )
  expect(progress).toEqual({
    progress: 0.5,
    words: 'nearly there',
    output: 'one\ntwo',
    steps: [
      { id: 'a', title: 'Read', state: 'done', detail: '3 files', startedAt: 200, durationMs: 300 },
      { id: 'b', title: 'b', parent: 'a', state: 'queued', startedAt: 300 },
    ],
  })
})

it('output as long as may be kept is kept; of more the end, where lines are too long to begin with one', () => {
  const output = (...texts: string[]) => fold(...texts.map((text) => ({ type: 'output', text }))).output!
  const whole = 'x'.repeat(MAX_OUTPUT_LENGTH)
  expect(output(whole)).toBe(whole)
  const lines = `a\n${whole.slice(2)}`
  for (const kept of [lines, lines.slice(0, -100)]) expect(output(kept)).toBe(kept)
  expect(output(`\n${whole}`)).toBe(whole)
  expect(output(`a${whole}`)).toBe(whole)
  expect(output(`${'a'.repeat(5)}\n`, whole.slice(5))).toBe(whole.slice(5))
  // A line that ends within the first thousand characters is left out.
  const after = (length: number) => `a${'b'.repeat(length)}\n${whole.slice(length + 1)}`
  expect(output(after(1_000))).toBe(whole.slice(1_001))
  expect(output(after(1_001))).toBe(after(1_001).slice(1))
  // The second cut leaves half, so that not every report copies all of it.
  expect(output(`a${whole}`, 'z')).toBe(`${whole.slice(MAX_OUTPUT_LENGTH / 2 + 1)}z`)
})

it('takes what only looks like a known report as a value', () => {
  expect(fold({ type: 'output' })).toEqual({ progress: { type: 'output' } })
  expect(fold({ type: 'step', title: 'no id' })).toEqual({ progress: { type: 'step', title: 'no id' } })
  for (const value of [null, undefined, 5, { type: 'other', text: 'a', id: 'b' }])
    expect(fold(value)).toEqual({ progress: value })
})

it('a number keeps the words before it, and words keep the number', () => {
  expect(fold('Reading', 0.2, 0.5)).toEqual({ progress: 0.5, words: 'Reading' })
  expect(fold(0.5, 'Reading', 'Writing')).toEqual({ progress: 0.5, words: 'Writing' })
})

it('a step that did not change keeps its identity, a queued one counts from when it runs', () => {
  const before = fold({ type: 'step', id: 'a' }, { type: 'step', id: 'b', state: 'queued' })
  const after = foldReport(before, { type: 'step', id: 'b', state: 'running' }, 900)
  expect(after.steps![0]).toBe(before.steps![0])
  expect(after.steps![1]!.startedAt).toBe(900)
})

it('a step keeps what a later report leaves out, and when it began to run', () => {
  const first = { type: 'step', id: 'a', title: 'Read', parent: 'p', detail: 'd' }
  const [step] = fold(first, { type: 'step', id: 'a' }).steps!
  expect(step).toEqual({ id: 'a', title: 'Read', parent: 'p', detail: 'd', state: 'running', startedAt: 0 })
  expect(Object.keys(fold({ type: 'step', id: 'a' }).steps![0]!).sort()).toEqual([
    'id',
    'startedAt',
    'state',
    'title',
  ])
  expect(fold({ type: 'step', id: 'a', state: 'odd' }).steps![0]!.state).toBe('running')
  const queued = { type: 'step', id: 'a', state: 'queued' }
  const times = (...states: string[]) => {
    const [one] = fold(queued, ...states.map((state) => ({ ...queued, state }))).steps!
    return [one!.startedAt, one!.durationMs]
  }
  expect(times('queued')).toEqual([0, undefined])
  expect(times('running', 'running')).toEqual([100, undefined])
  expect(times('done')).toEqual([0, 100])
  expect(times('running', 'done', 'done')).toEqual([100, 100])
})

it('of endless output the end is kept, from the beginning of a line', () => {
  const line = `${'x'.repeat(99)}\n`
  const { output } = fold(...Array.from({ length: 30 }, () => ({ type: 'output', text: line.repeat(100) })))
  expect(output!.length).toBeLessThanOrEqual(MAX_OUTPUT_LENGTH)
  expect(output!.startsWith('xxx')).toBe(true)
  expect(output!.length % 100).toBe(0)
})

it('steps that are open at the end of the run end with it', () => {
  const { steps } = fold({ type: 'step', id: 'a', state: 'error' }, { type: 'step', id: 'b' })
  expect(closeSteps(steps!, 'cancelled', 500).map(({ state, durationMs }) => [state, durationMs])).toEqual([
    ['error', 0],
    ['cancelled', 400],
  ])
})

it('of more steps than are kept, words say so; the kept ones go on', () => {
  const step = (id: string, state?: string) => ({ type: 'step', id, state })
  const kept = Array.from({ length: MAX_STEPS - 1 }, (_, i) => foldReport({}, step(`${i}`), 0).steps![0]!)
  const full = foldReport({ steps: kept }, step('last'), 1)
  expect(full.steps).toHaveLength(MAX_STEPS)
  const ids = ['more', 'and more', '0', '3']
  const all = ids.reduce((before, id) => foldReport(before, step(id, 'done'), 2), full).steps!
  expect(all).toHaveLength(MAX_STEPS + 1)
  expect(all.at(-1)).toEqual({
    id: 'antiphon.left-out',
    title: '[Left out: the steps after the first 1000.]',
    state: 'running',
    startedAt: 2,
  })
  const done = all.flatMap(({ id, state }) => (state === 'done' ? [id] : []))
  expect(done).toEqual(['0', '3'])
  expect(closeSteps(all, 'done', 0).every(({ state }) => state === 'done')).toBe(true)
})

it('a long title or detail is cut, with words', () => {
  const [step] = fold({ type: 'step', id: 'a', title: 'x'.repeat(5_000), detail: 'y'.repeat(5_000) }).steps!
  for (const text of [step!.title, step!.detail!]) expect(text).toMatch(/^x{1000}\n\[Cut|^y{1000}\n\[Cut/)
})

it('four times as many reports cost some four times as much', () => {
  const kinds: Record<string, (i: number) => unknown> = {
    output: (i) => ({ type: 'output', text: `line ${i}\n` }),
    'output that is not ASCII': (i) => ({ type: 'output', text: `Zeile ${i} 漢\n` }),
    steps: (i) => ({ type: 'step', id: `${i}`, title: `step ${i}` }),
    values: (i) => i,
  }
  const cost = (report: (i: number) => unknown, count: number): number => {
    const time = startCpuTime()
    let progress: Progress = {}
    for (let i = 0; i < count; i++) progress = foldReport(progress, report(i), 0)
    expect((progress.output ?? '').length).toBeLessThanOrEqual(MAX_OUTPUT_LENGTH)
    return time()
  }
  for (const [name, report] of Object.entries(kinds)) {
    cost(report, 1_000)
    const few = cost(report, 10_000)
    expect([name, cost(report, 40_000) < 10 * few + 200]).toEqual([name, true])
  }
})
