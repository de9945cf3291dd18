import type { Segment } from '../message/types.js'

/** The order of arrival inside one answer. Segments are replaced, never changed, so published ones stay as they were. */
export interface SegmentLog {
  list: Segment[]
  /** When the open stretch of reasoning began, if there is a clock. */
  reasoningSince?: number
}

type TextSegment = Extract<Segment, { start: number }>

/** A text of `type` grew from `start` to `end`; the same type side by side is one segment. */
export function growSegment(
  log: SegmentLog,
  type: TextSegment['type'],
  start: number,
  end: number,
  now: (() => number) | undefined,
): void {
  const last = log.list.at(-1)
  if (last?.type === type) {
    log.list[log.list.length - 1] = { ...last, end }
    return
  }
  closeReasoning(log, now)
  if (type === 'reasoning') log.reasoningSince = now?.()
  log.list.push({ type, start, end })
}

export function addCallSegment(log: SegmentLog, index: number, now: (() => number) | undefined): void {
  closeReasoning(log, now)
  log.list.push({ type: 'tool_call', index })
}

/** Writes how long the last stretch of reasoning took. */
export function closeReasoning(log: SegmentLog, now: (() => number) | undefined): void {
  const last = log.list.at(-1)
  if (last?.type === 'reasoning' && log.reasoningSince !== undefined && now) {
    log.list[log.list.length - 1] = { ...last, ms: Math.max(0, now() - log.reasoningSince) }
  }
  log.reasoningSince = undefined
}
