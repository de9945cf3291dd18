import { CALL_INDEX_KEY } from '@antiphon/core/message'
import { isRecord, type JsonObject } from '@antiphon/base'
import { pairUnits, notedCall, isResultBlock, idOf, RESULT_ID_FIELDS, meantRole } from '../read-transcript.js'
import type { LintContext, LintedTurn, Unit, LintEdit, LintFix, LintRule, RuleFinding } from '../types.js'
import { giveId } from './call-ids.js'

/** A result in the wrong turn, and the open call that has its id. */
export interface Stray {
  result: Unit
  turn: LintedTurn
  index: number
}

/**
 * The open calls that a result elsewhere in the transcript names, each result for one call: the nearest turn before it
 * that has one, else the first after it.
 */
export function findStrays({ units, turns }: LintContext): Stray[] {
  const orphans = [...pairUnits(units).early, ...turns.flatMap(foreign)]
  /** By id: open calls of the turns so far, the latest last. */
  const open = new Map<string, { turn: LintedTurn; index: number }[]>()
  const strays: Stray[] = []
  const homeless: Unit[] = []
  let next = 0
  const readUntil = (position: number): void => {
    for (; next < turns.length && turns[next]!.unit.position < position; next++) {
      const turn = turns[next]!
      // Add the calls of a turn in reverse, so that its first call is found first.
      for (let index = turn.slots.length - 1; index >= 0; index--) {
        const { id } = turn.unit.calls[index]!
        if (turn.slots[index] || !id) continue
        const list = open.get(id)
        if (list) list.push({ turn, index })
        else open.set(id, [{ turn, index }])
      }
    }
  }
  for (const result of orphans) {
    if (result.part !== undefined || !result.callId) continue
    readUntil(result.position)
    const found = open.get(result.callId)?.pop()
    if (found) strays.push({ result, ...found })
    else homeless.push(result)
  }
  readUntil(Infinity)
  // All calls that are open now came after these results, so the first is the nearest.
  for (const list of open.values()) list.sort((a, b) => b.turn.unit.position - a.turn.unit.position)
  for (const result of homeless) {
    const found = open.get(result.callId)?.pop()
    if (found) strays.push({ result, ...found })
  }
  return strays
}

/** Orphans that name no call of their own turn. A second result for such a call is a duplicate, not a stray. */
function foreign({ unit, orphans }: LintedTurn): Unit[] {
  if (orphans.length === 0) return []
  const own = new Set(unit.calls.map(({ id }) => id))
  return orphans.filter(({ callId }) => !own.has(callId))
}

/** Only a result that is a message of its own can be moved. */
function canMove(unit: Unit | undefined): boolean {
  return unit?.part === undefined
}

/** Shared data for the fixes of one turn, made once, because a turn may have thousands of calls. */
interface TurnPlan {
  /**
   * True when every result can be moved. A result with the id or the note of another call cannot: elsewhere it would pair
   * with that call.
   */
  isMovable: boolean
  /** Puts the results right behind the turn, in the order of its calls. */
  inOrder: LintEdit
  /** True when a result is paired by order or against its note. One more result could then shift it to another call. */
  isLoose: boolean
  /** Position of the first call of each id. */
  first: ReadonlyMap<string, number>
}

const plans = new WeakMap<LintedTurn, TurnPlan>()

export function planOf(turn: LintedTurn): TurnPlan {
  const known = plans.get(turn)
  if (known) return known
  const { unit, slots } = turn
  const first = new Map<string, number>()
  for (const [i, { id }] of unit.calls.entries()) if (!first.has(id)) first.set(id, i)
  const isNotedElsewhere = (slot: Unit | undefined, i: number): boolean => {
    const noted = slot && notedCall(slot)
    return noted !== undefined && noted !== i && unit.calls[noted]?.id === slot?.callId
  }
  const plan: TurnPlan = {
    isMovable: slots.every(
      (slot, i) =>
        canMove(slot) && (!slot?.callId || slot.callId === unit.calls[i]?.id) && !isNotedElsewhere(slot, i),
    ),
    inOrder: { op: 'arrange', after: unit.message, messages: slots.map((slot) => slot?.message ?? null) },
    isLoose: slots.some(
      (slot, i) => slot && (!slot.callId || slot.callId !== unit.calls[i]?.id || isNotedElsewhere(slot, i)),
    ),
    first,
  }
  plans.set(turn, plan)
  return plan
}

/**
 * Gives a call its own id when it has none or shares one with an earlier call of its turn. Otherwise a new result could
 * pair with the other call.
 */
export function ownId(turn: LintedTurn, index: number, { wireIds }: LintContext): LintEdit[] {
  const call = turn.unit.calls[index]!
  if (call.id && planOf(turn).first.get(call.id) === index) return []
  return giveId(turn.unit.message, call, undefined, wireIds().get(call) ?? call.id)
}

/** docs/wire 1.3, orphans. */
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
    // All calls with this id have results; otherwise this one would be paired.
    for (const result of orphans) yield { result, isDuplicate: answered.has(result.callId) }
  }
}

export type Fixable = Pick<RuleFinding, 'fix'>

/** Moves the result to its place in its turn. The other results move too, so that the order is right. */
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

/** Other systems name this field `toolCallId` (clawtools, Prompt API), `tool_use_id` (Anthropic) or `call_id` (agentkit). */
export const resultIdField: LintRule = {
  name: 'result-id-field',
  about: 'A result that names its call in the field of another system: toolCallId, tool_use_id, call_id.',
  *check({ units }) {
    for (const { role, part, message, idPath, callId } of units) {
      const [field] = idPath
      if (role !== 'tool' || part !== undefined || field === undefined || field === 'tool_call_id') continue
      yield {
        severity: 'error',
        where: { message },
        path: [field],
        message: `The call is named in ${field}; here that is tool_call_id.`,
        effect: 'Endpoints answer 400 or 422: the result belongs to no call. On screen it is an orphan.',
        fix: {
          title: `Rename ${field} to tool_call_id`,
          edits: [
            { op: 'unset', message, path: [field] },
            { op: 'set', message, path: ['tool_call_id'], value: callId },
          ],
        },
      }
    }
  },
}

/** The clawtools table, row 2: `{ role: "user", content: [{ type: "tool_result" }] }`, which is Anthropic's shape. */
export const resultInContent: LintRule = {
  name: 'result-in-content',
  about: 'Results as tool_result blocks in a message of the user.',
  *check({ messages }) {
    for (const [message, raw] of messages.entries()) {
      if (!isRecord(raw) || meantRole(raw) !== 'user' || !Array.isArray(raw.content)) continue
      const part = raw.content.findIndex(isResultBlock)
      if (part < 0) continue
      yield {
        severity: 'error',
        where: { message, part },
        path: ['content', part],
        message:
          'A result is in the content of a user message; here it is a message of its own with the role tool.',
        effect: 'OpenAI-compatible endpoints refuse the part, and its call counts as unanswered.',
        fix: {
          title: 'Make each result a tool message',
          edits: [{ op: 'replace', message, with: splitResults(raw, raw.content) }],
        },
      }
    }
  },
}

function splitResults(raw: JsonObject, content: readonly unknown[]): JsonObject[] {
  const rest = content.filter((part) => !isResultBlock(part))
  const results = content.filter(isResultBlock).map(toolMessage)
  return rest.length > 0 ? [...results, { ...raw, content: rest }] : results
}

function toolMessage(block: JsonObject): JsonObject {
  const { content, output, toolName, is_error: isError = block.isError } = block
  const id = RESULT_ID_FIELDS.map((field) => idOf(block[field])).find(Boolean) ?? ''
  return {
    role: 'tool',
    tool_call_id: id,
    content: content ?? output ?? '',
    ...(typeof toolName === 'string' && { toolName }),
    ...(typeof isError === 'boolean' && { isError }),
  }
}
