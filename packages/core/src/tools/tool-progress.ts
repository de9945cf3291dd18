import { field } from '../lib/json.js'
import { elapsed } from '../lib/wait.js'
import type { LiveCall, ToolStep } from '../pairing/types.js'
import { textFrom } from './tool-result.js'
import type { OutputReport, StepReport } from './types.js'

const STATES: readonly ToolStep['state'][] = ['queued', 'running', 'done', 'error', 'cancelled']

/** Characters of output that are kept; of more, the end is shown. */
export const MAX_OUTPUT_LENGTH = 200_000

/** The progress of a running call so far. */
export type Progress = Pick<LiveCall, 'progress' | 'output' | 'steps'>

/** Takes in one report. Pure; a step that did not change keeps its identity. */
export function foldReport(before: Progress, report: unknown, now: number): Progress {
  if (isOutput(report)) {
    const output = (before.output ?? '') + report.text
    return { ...before, output: output.length > MAX_OUTPUT_LENGTH ? tail(output) : output }
  }
  if (isStep(report)) return { ...before, steps: foldStep(before.steps ?? [], report, now) }
  return { ...before, progress: report }
}

/** The steps at the end of the run. A step that is still open ends as the call did. */
export function closeSteps(
  steps: readonly ToolStep[],
  state: 'done' | 'error' | 'cancelled',
  now: number,
): ToolStep[] {
  return steps.map((step) => (isOpen(step) ? { ...step, state, ...duration(step, now) } : step))
}

function foldStep(steps: readonly ToolStep[], report: StepReport, now: number): ToolStep[] {
  const { id, state } = report
  const [title, parent, detail] = [report.title, report.parent, report.detail].map(textFrom)
  const known = steps.findIndex((step) => step.id === id)
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

function tail(output: string): string {
  const start = output.length - MAX_OUTPUT_LENGTH
  // Not in the middle of a line, where there is one to begin with.
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
