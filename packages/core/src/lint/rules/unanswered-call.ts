import type { LintContext, LintEdit, LintRule } from '../lint-types.js'
import type { FoundCall, Turn } from '../transcript-types.js'
import { everyCall } from './every-call.js'
import { moveHome, type Fixable } from './orphan-result.js'
import { ownId, planOf } from './result-places.js'
import { findStrays } from './stray-results.js'

/** wire-facts 1.3, orphans: a call without a result. */
export const unansweredCall: LintRule = {
  name: 'unanswered-call',
  about: 'A call without a result.',
  *check(context) {
    const strays = new Map(
      findStrays(context).map((stray) => [stray.turn.unit.calls[stray.index], stray] as const),
    )
    for (const { turn, message, call, index, result } of everyCall(context)) {
      if (result) continue
      const isOpen = !turn.isClosed && !context.options.request
      const stray = strays.get(call)
      yield {
        severity: isOpen ? 'warning' : 'error',
        where: { message, ...call.where },
        path: call.path,
        message: stray
          ? `The result of ${call.name || 'this call'} is in messages[${stray.result.message}], beyond another answer.`
          : `The call of ${call.name || 'a tool'} has no result${isOpen ? ' yet' : ''}.`,
        effect:
          'OpenAI, DeepSeek, Moonshot, MiniMax and Anthropic-backed routes answer 400 to the next request. Antiphon adds a result that says none was provided.',
        ...(stray ? moveHome(stray, context) : stub(turn, call, index, context)),
      }
    }
  },
}

/**
 * The results of the turn move with it, so that all are in the order of the calls. None while results without an id are
 * paired by order: they get ids first.
 */
function stub(turn: Turn, { id, name, idPath }: FoundCall, index: number, context: LintContext): Fixable {
  const { isLoose, isMovable, inOrder } = planOf(turn)
  if (isLoose) return {}
  const { message } = turn.unit
  const value = {
    role: 'tool',
    tool_call_id: id,
    content: 'No result was provided.',
    ...(name && { toolName: name }),
    isError: true,
  }
  const after = isMovable ? turn.unit : (turn.slots.slice(0, index).findLast(Boolean) ?? turn.unit)
  const answers = { message, path: idPath }
  const insert: LintEdit = { op: 'insert', after: after.message, value, order: index, answers }
  const edits = [...ownId(turn, index, context), ...(isMovable ? [inOrder] : []), insert]
  return { fix: { title: 'Add a result that says none was provided', edits } }
}
