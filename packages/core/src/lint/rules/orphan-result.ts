import { isRecord } from '../../errors/is-record.js'
import { CALL_INDEX_KEY } from '../../message/types.js'
import type { LintContext, LintEdit, LintFix, LintRule, RuleFinding } from '../lint-types.js'
import { pairUnits } from '../pair-units.js'
import type { Unit } from '../transcript-types.js'
import { ownId, planOf } from './result-places.js'
import { findStrays, type Stray } from './stray-results.js'

/** wire-facts 1.3, orphans. */
export const orphanResult: LintRule = {
  name: 'orphan-result',
  about: 'A result without a call.',
  *check(context) {
    const strays = new Map(findStrays(context).map((stray) => [stray.result, stray]))
    for (const { result, isDuplicate } of unpaired(context)) {
      if (isDuplicate) continue
      const stray = strays.get(result)
      const { message, part } = result
      yield {
        severity: 'error',
        where: part === undefined ? { message } : { message, part },
        path: result.idPath,
        message: stray
          ? `The call of this result is in messages[${stray.turn.unit.message}], beyond another answer.`
          : `No call ${result.callId ? `with the id ${result.callId} ` : ''}waits for this result.`,
        effect:
          'OpenAI, DeepSeek, Moonshot, MiniMax and Anthropic-backed routes answer 400. Antiphon shows it and leaves it out of requests.',
        ...(stray ? moveHome(stray, context) : { fix: drop(result) }),
      }
    }
  },
}

export const duplicateResult: LintRule = {
  name: 'duplicate-result',
  about: 'A second result for a call.',
  *check(context) {
    for (const { result, isDuplicate } of unpaired(context)) {
      if (!isDuplicate) continue
      const { message, part } = result
      yield {
        severity: 'error',
        where: part === undefined ? { message } : { message, part },
        path: result.idPath,
        message: `The call ${result.callId} has a result already.`,
        effect:
          'OpenAI, DeepSeek, MiniMax and Anthropic-backed routes answer 400. Antiphon sends the first and leaves this one out.',
        fix: { ...drop(result), title: 'Drop it and keep the first' },
      }
    }
  },
}

function* unpaired({ units, turns }: LintContext): Generator<{ result: Unit; isDuplicate: boolean }> {
  for (const result of pairUnits(units).early) yield { result, isDuplicate: false }
  for (const { unit, orphans } of turns) {
    if (orphans.length === 0) continue
    const answered = new Set(unit.calls.map(({ id }) => id).filter(Boolean))
    // All calls of such an id have results, or it would be the result of one.
    for (const result of orphans) yield { result, isDuplicate: answered.has(result.callId) }
  }
}

export type Fixable = Pick<RuleFinding, 'fix'>

/** To its place among the results of its turn; these move with it so that their order is right. */
export function moveHome({ result, turn, index }: Stray, context: LintContext): Fixable {
  const { isLoose, isMovable, inOrder } = planOf(turn)
  if (isLoose) return {}
  const { message } = turn.unit
  const answers = { message, path: turn.unit.calls[index]!.idPath }
  const own: LintEdit = { op: 'move', message: result.message, after: message, order: index, answers }
  const edits = [
    ...renoted(result, index),
    ...ownId(turn, index, context),
    ...(isMovable ? [inOrder] : []),
    own,
  ]
  return { fix: { title: `Move it behind messages[${message}]`, edits } }
}

/** A result that notes the position of its call notes the new one. */
function renoted({ raw, message }: Unit, index: number): LintEdit[] {
  const noted = isRecord(raw.metadata) && Object.hasOwn(raw.metadata, CALL_INDEX_KEY)
  return noted ? [{ op: 'set', message, path: ['metadata', CALL_INDEX_KEY], value: index }] : []
}

function drop({ message, part }: Unit): LintFix {
  return {
    title: 'Drop it',
    edits: [
      part === undefined
        ? { op: 'replace', message, with: [] }
        : { op: 'unset', message, path: ['content', part] },
    ],
  }
}
