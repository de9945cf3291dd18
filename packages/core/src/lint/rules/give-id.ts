import type { LintEdit } from '../lint-types.js'
import type { FoundCall, Unit } from '../transcript-types.js'

/** Writes the id of a call and of its result. */
export function giveId(message: number, call: FoundCall, result: Unit | undefined, id: string): LintEdit[] {
  const edits: LintEdit[] = [{ op: 'set', message, path: call.idPath, value: id }]
  if (result) edits.push({ op: 'set', message: result.message, path: result.idPath, value: id })
  return edits
}
