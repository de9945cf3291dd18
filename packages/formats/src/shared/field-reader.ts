import { isRecord, type JsonObject } from '@antiphon/core/internal'
import type { Loss, ReportLoss } from '../types.js'
import { joinPath, isBinary } from './values.js'

/** More than these say nothing new and would cost memory; the last one says how many there were. */
const MAX_LOSSES = 10_000

/** A list of losses and the function that fills it. */
export function collectLosses(): { losses: Loss[]; report: ReportLoss } {
  const losses: Loss[] = []
  let more = 0
  const report: ReportLoss = (rule, where, before, after) => {
    if (losses.length < MAX_LOSSES) losses.push({ rule, where, before, after })
    else losses[MAX_LOSSES] = { rule: 'more_losses', where: '', before: ++more, after: undefined }
  }
  return { losses, report }
}

/** Reads keys of a record by their type. Null and absent are the same; a value of another type is reported and not read. */
export interface FieldReader {
  text(key: string): string | undefined
  number(key: string): number | undefined
  flag(key: string): boolean | undefined
  record(key: string): JsonObject | undefined
  list(key: string): unknown[] | undefined
}

export function fieldReader(source: JsonObject, where: string, report: ReportLoss): FieldReader {
  const get =
    <T>(is: (value: unknown) => value is T) =>
    (key: string): T | undefined => {
      const value = source[key]
      if (value === undefined || value === null) return undefined
      if (is(value)) return value
      report('wrong_type', joinPath(where, key), value, undefined)
      return undefined
    }
  return {
    text: get((value) => typeof value === 'string'),
    number: get((value) => typeof value === 'number'),
    flag: get((value) => typeof value === 'boolean'),
    record: get((value): value is JsonObject => isRecord(value) && !isBinary(value)),
    list: get((value): value is unknown[] => Array.isArray(value)),
  }
}

/** The entries of a list that are records; the others are reported. `at` is their place in the list. */
export function recordsOf(
  list: readonly unknown[] | undefined,
  where: string,
  report: ReportLoss,
): { entry: JsonObject; where: string; at: number }[] {
  return (list ?? []).flatMap((entry, at) => {
    const place = `${where}[${at}]`
    if (isRecord(entry) && !isBinary(entry)) return [{ entry, where: place, at }]
    report('wrong_type', place, entry, undefined)
    return []
  })
}
