import type { LintRule, LintContext, LintEdit, FoundCall, LintedTurn } from '../types.js'
import { everyCall } from './calls.js'
import { planOf, moveHome, type Fixable, ownId, findStrays } from './results.js'

/** docs/wire 1.3, results order. */
export const resultOrder: LintRule = {
  name: 'result-order',
  about: 'Results in another order than the calls.',
  *check({ turns }) {
    for (const turn of turns) {
      let furthest = -1
      for (const [index, slot] of turn.slots.entries()) {
        if (!slot) continue
        if (slot.position < furthest) {
          const { message, part } = slot
          yield {
            severity: 'error',
            where: part === undefined ? { message } : { message, part },
            path: slot.idPath,
            message: `This answers call ${index + 1} of messages[${turn.unit.message}] and comes after the result of a later call.`,
            effect:
              'Templates that pair by position give the model the wrong result for each call; MiniMax answers 400. Antiphon sorts them on the way out.',
            ...(planOf(turn).isMovable && {
              fix: {
                title: 'Put the results in the order of the calls',
                edits: [planOf(turn).inOrder],
              },
            }),
          }
          break
        }
        furthest = slot.position
      }
    }
  },
}

/** docs/wire 1.3: results must directly follow the assistant turn. */
export const resultNotAdjacent: LintRule = {
  name: 'result-not-adjacent',
  about: 'A result with another message between it and its turn.',
  *check({ units, turns }) {
    for (const turn of turns) {
      let next = turn.unit.position + 1
      while (units[next]?.role === 'tool') next++
      const late = turn.slots.find((slot) => slot && slot.position > next)
      if (!late) continue
      const { message, part } = late
      yield {
        severity: 'error',
        where: part === undefined ? { message } : { message, part },
        path: late.idPath,
        message: `Other messages are between this result and its call in messages[${turn.unit.message}].`,
        effect:
          'OpenAI, DeepSeek and MiniMax answer 400: results must follow their turn directly. Antiphon moves them on the way out.',
        ...(planOf(turn).isMovable && {
          fix: { title: 'Move the results behind their turn', edits: [planOf(turn).inOrder] },
        }),
      }
    }
  },
}

/** docs/wire 1.3, orphans: a call without a result. */
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
function stub(
  turn: LintedTurn,
  { id, name, idPath }: FoundCall,
  index: number,
  context: LintContext,
): Fixable {
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
