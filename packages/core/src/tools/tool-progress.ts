import { field, elapsed } from '@antiphon/base'
import type { LiveCall, ToolStep } from '../pairing/types.js'
import { cutText, textFrom } from './tool-result.js'
import type { OutputReport, StepReport } from './types.js'

const STATES: readonly ToolStep['state'][] = ['queued', 'running', 'done', 'error', 'cancelled']

/** Characters of output that are kept; of more, the end is shown. */
export const MAX_OUTPUT_LENGTH = 200_000
/** Steps of one call. Words say that there were more. */
export const MAX_STEPS = 1_000
/** Characters of a title and of a detail. */
const MAX_TEXT = 1_000

const LEFT_OUT = 'antiphon.left-out'

/** The progress of a running call so far. */
export interface Progress extends Pick<LiveCall, 'progress' | 'words' | 'output' | 'steps'> {
  /** Output was left out. From then on half of it goes at once, so that not every report copies all of it. */
  isCut?: true
}

/** Takes in one report. Pure; a step that did not change keeps its identity. */
export function foldReport(before: Progress, report: unknown, now: number): Progress {
  if (isOutput(report)) {
    const output = (before.output ?? '') + report.text
    if (output.length <= MAX_OUTPUT_LENGTH) return { ...before, output }
    return { ...before, output: tail(output, MAX_OUTPUT_LENGTH / (before.isCut ? 2 : 1)), isCut: true }
  }
  if (isStep(report)) return { ...before, steps: foldStep(before.steps ?? [], report, now) }
  return { ...before, [typeof report === 'string' ? 'words' : 'progress']: report }
}

/** The steps at the end of the run. A step that is still open ends as the call did. */
export function closeSteps(
  steps: readonly ToolStep[],
  state: 'done' | 'error' | 'cancelled',
  now: number,
): ToolStep[] {
  return steps.map((step) => (isOpen(step) ? { ...step, state, ...duration(step, now) } : step))
}

function foldStep(steps: readonly ToolStep[], report: StepReport, now: number): readonly ToolStep[] {
  const { id, state } = report
  const [title, parent, detail] = [report.title, report.parent, report.detail].map((text) =>
    cutText(textFrom(text), MAX_TEXT),
  )
  const known = steps.findIndex((step) => step.id === id)
  if (known < 0 && steps.length >= MAX_STEPS) {
    if (steps.length > MAX_STEPS) return steps
    const words = `[Left out: the steps after the first ${MAX_STEPS}.]`
    return [...steps, { id: LEFT_OUT, title: words, state: 'running', startedAt: now }]
  }
  const before: ToolStep = steps[known] ?? { id, title: id, state: 'running', startedAt: now }
  const step: ToolStep = {
    ...before,
    ...(title && { title }),
    ...(state && STATES.includes(state) && { state }),
    ...(parent && { parent }),
    ...(detail && { detail }),
  }
  if (before.state === 'queued' && step.state === 'running') step.startedAt = now
  if (!isOpen(step)) Object.assign(step, duration(step, now))
  return known < 0 ? [...steps, step] : steps.with(known, step)
}

function isOpen({ state }: ToolStep): boolean {
  return state === 'queued' || state === 'running'
}

function duration(step: ToolStep, now: number): { durationMs?: number } {
  return { durationMs: step.durationMs ?? elapsed(step.startedAt, now) }
}

function tail(output: string, length: number): string {
  const start = output.length - length
  // Cut at the beginning of a line if there is one.
  const line = output.indexOf('\n', start)
  return output.slice(line < 0 || line > start + 1_000 ? start : line + 1)
}

function isOutput(report: unknown): report is OutputReport {
  return hasType(report, 'output') && typeof field(report, 'text') === 'string'
}

function isStep(report: unknown): report is StepReport {
  return hasType(report, 'step') && typeof field(report, 'id') === 'string'
}

function hasType(report: unknown, type: string): boolean {
  return field(report, 'type') === type
}
