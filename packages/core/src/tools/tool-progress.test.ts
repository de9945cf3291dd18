import { expect, it } from 'vitest'
import { closeSteps, foldReport, MAX_OUTPUT_LENGTH, type Progress } from './tool-progress.js'

const fold = (...reports: unknown[]): Progress =>
  reports.reduce<Progress>((before, report, i) => foldReport(before, report, i * 100), {})

it('keeps the latest value, all output and each step once, side by side', () => {
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
    progress: 'nearly there',
    output: 'one\ntwo',
    steps: [
      { id: 'a', title: 'Read', state: 'done', detail: '3 files', startedAt: 200, durationMs: 300 },
      { id: 'b', title: 'b', parent: 'a', state: 'queued', startedAt: 300 },
    ],
  })
})

it('takes what only looks like a known report as a value', () => {
  expect(fold({ type: 'output' })).toEqual({ progress: { type: 'output' } })
  expect(fold({ type: 'step', title: 'no id' })).toEqual({ progress: { type: 'step', title: 'no id' } })
})

it('a step that did not change keeps its identity, a queued one counts from when it runs', () => {
  const before = fold({ type: 'step', id: 'a' }, { type: 'step', id: 'b', state: 'queued' })
  const after = foldReport(before, { type: 'step', id: 'b', state: 'running' }, 900)
  expect(after.steps![0]).toBe(before.steps![0])
  expect(after.steps![1]!.startedAt).toBe(900)
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
