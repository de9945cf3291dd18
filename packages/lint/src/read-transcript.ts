import { CALL_INDEX_KEY } from '@antiphon/core/message'
import { isRecord, listOf, textOf, type JsonObject } from '@antiphon/base'
import { createCallIds } from '@antiphon/core/request'
import { policyOf, type LintProfile } from './policies.js'
import type { EditPath, FoundCall, Unit, LintedTurn, LintContext, LintOptions } from './types.js'

const WIRE_ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const
export type WireRole = (typeof WIRE_ROLES)[number]

/** Names of roles in other systems, in lower case and without separators. */
const OTHER_NAMES: Record<string, WireRole> = {
  human: 'user',
  enduser: 'user',
  notification: 'user',
  ai: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  gpt: 'assistant',
  chatbot: 'assistant',
  context: 'system',
  toolresult: 'tool',
  toolresponse: 'tool',
  tooloutput: 'tool',
  toolmessage: 'tool',
  function: 'tool',
  functionresponse: 'tool',
  observation: 'tool',
}

/** Fields in which systems name the call of a result; ours is first. */
export const RESULT_ID_FIELDS = ['tool_call_id', 'toolCallId', 'tool_use_id', 'call_id', 'callId'] as const

/** The role of a message in any known spelling; undefined when it is unknown. */
export function meantRole(raw: JsonObject): WireRole | undefined {
  const { role } = raw
  if (typeof role === 'string') {
    const name = role.toLowerCase().replaceAll(/[\s_-]/g, '')
    return (
      WIRE_ROLES.find((one) => one === name) ??
      (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined)
    )
  }
  if (role !== undefined && role !== null) return undefined
  if (RESULT_ID_FIELDS.some((field) => textOf(raw[field]))) return 'tool'
  return Array.isArray(raw.tool_calls) && raw.tool_calls.some(isRecord) ? 'assistant' : undefined
}

/** Content blocks that are calls: clawtools, Anthropic, AI SDK. */
const CALL_BLOCKS: ReadonlySet<unknown> = new Set(['toolCall', 'tool_use', 'tool-call'])

export function isCallBlock(part: unknown): part is JsonObject {
  return isRecord(part) && CALL_BLOCKS.has(part.type)
}

/** Every call in an assistant message: where it belongs, in the lists of other systems, and in the content. */
function readCalls(raw: JsonObject): FoundCall[] {
  const calls: FoundCall[] = []
  for (const list of ['tool_calls', 'toolCalls'] as const) {
    const stored = raw[list]
    if (Array.isArray(stored)) {
      stored.forEach((call: unknown, i) => {
        if (isRecord(call)) calls.push(readCall(call, { call: i }, [list, i]))
      })
    } else if (isRecord(stored)) calls.push(readCall(stored, { call: 0 }, [list]))
  }
  if (isRecord(raw.function_call)) calls.push(readCall(raw.function_call, { call: 0 }, ['function_call']))
  for (const [i, part] of listOf(raw.content).entries())
    if (isCallBlock(part)) calls.push(readCall(part, { part: i }, ['content', i]))
  return calls
}

function readCall(raw: JsonObject, where: FoundCall['where'], path: EditPath): FoundCall {
  const inner = isRecord(raw.function) ? raw.function : raw
  const base = inner === raw ? path : [...path, 'function']
  const key = (of: JsonObject, ...names: readonly [string, ...string[]]): string =>
    names.find((name) => Object.hasOwn(of, name)) ?? names[0]
  const idKey = key(raw, 'id', 'toolCallId', 'call_id')
  const nameKey = key(inner, 'name', 'toolName')
  const argumentsKey = key(inner, 'arguments', 'input', 'args')
  return {
    id: idOf(raw[idKey]),
    name: typeof inner[nameKey] === 'string' ? inner[nameKey] : '',
    arguments: inner[argumentsKey],
    raw,
    where,
    path,
    idPath: [...path, idKey],
    namePath: [...base, nameKey],
    argumentsPath: [...base, argumentsKey],
  }
}

/** An id as text: some systems count. `''` for none. */
export function idOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Content blocks that are results: Anthropic, AI SDK. */
const RESULT_BLOCKS: ReadonlySet<unknown> = new Set(['tool_result', 'tool-result', 'toolResult'])

export function isResultBlock(part: unknown): part is JsonObject {
  return isRecord(part) && RESULT_BLOCKS.has(part.type)
}

/**
 * Reads any array as the units of a transcript. A known misspelling is read by its meaning, so that one mistake is one
 * finding. Unreadable entries are left to the rules about them.
 */
function readUnits(messages: readonly unknown[]): Unit[] {
  const units: Unit[] = []
  const add = (unit: Omit<Unit, 'position'>): void => void units.push({ position: units.length, ...unit })

  for (let message = 0; message < messages.length; message++) {
    const raw = messages[message]
    if (!isRecord(raw)) continue
    const role = meantRole(raw)
    if (!role) continue
    const plain = { message, raw, calls: [], callId: '', idPath: ['tool_call_id'] }
    if (role === 'assistant') add({ ...plain, role, calls: readCalls(raw) })
    else if (role === 'tool') add({ ...plain, role, ...resultId(raw) })
    else if (role !== 'user') add({ ...plain, role: 'system' })
    else {
      const content: readonly unknown[] = Array.isArray(raw.content) ? raw.content : []
      const results = content.filter((part, part_) => {
        if (!isResultBlock(part)) return false
        const { callId, idPath } = resultId(part)
        add({ ...plain, role: 'tool', part: part_, callId, idPath: ['content', part_, ...idPath] })
        return true
      })
      if (results.length === 0 || results.length < content.length) add({ ...plain, role })
    }
  }
  return units
}

function resultId(raw: JsonObject): { callId: string; idPath: string[] } {
  const field = RESULT_ID_FIELDS.find((name) => idOf(raw[name]) !== '') ?? RESULT_ID_FIELDS[0]
  return { callId: idOf(raw[field]), idPath: [field] }
}

/** Pairs each assistant unit with its results, by the same rules as the screen and the requests (message/match-results). */
export function pairUnits(units: readonly Unit[]): { turns: LintedTurn[]; early: Unit[] } {
  const turns: LintedTurn[] = []
  /** Results that no assistant message precedes. */
  const early: Unit[] = []
  let owner: Unit | undefined
  let results: Unit[] = []
  let isClosed = false

  const settle = (): void => {
    if (!owner) early.push(...results)
    else turns.push({ unit: owner, results, isClosed, ...matchUnits(owner.calls, results) })
  }
  for (const unit of units) {
    if (unit.role === 'tool') results.push(unit)
    else isClosed = true
    if (unit.role !== 'assistant') continue
    settle()
    owner = unit
    results = []
    isClosed = false
  }
  settle()
  return { turns, early }
}

/**
 * `matchResults` in linear time, for transcripts of any size: first those that note their call, then by id among the
 * calls still open, then, where the call or the result has no id, by order.
 */
export function matchUnits(
  calls: readonly Pick<FoundCall, 'id'>[],
  results: readonly Unit[],
): { slots: (Unit | undefined)[]; orphans: Unit[] } {
  const slots = calls.map((): Unit | undefined => undefined)
  const unnoted = results.filter((result) => {
    const noted = notedCall(result)
    if (noted === undefined || slots[noted] || calls[noted]?.id !== result.callId) return true
    slots[noted] = result
    return false
  })
  const open = new Map<string, number[]>()
  for (let i = calls.length - 1; i >= 0; i--) {
    if (slots[i]) continue
    const { id } = calls[i]!
    const list = open.get(id)
    if (list) list.push(i)
    else open.set(id, [i])
  }
  const byOrder = unnoted.filter((result) => {
    const index = result.callId ? open.get(result.callId)?.pop() : undefined
    if (index === undefined) return true
    slots[index] = result
    return false
  })

  // Both only move forward, because a filled slot stays filled.
  let any = 0
  let unnamed = 0
  const orphans = byOrder.filter((result) => {
    while (any < calls.length && slots[any]) any++
    while (unnamed < calls.length && (slots[unnamed] || calls[unnamed]!.id)) unnamed++
    const index = result.callId ? unnamed : any
    if (index >= calls.length) return true
    slots[index] = result
    return false
  })
  return { slots, orphans }
}

/** The call that a result says it answers, by position. */
export function notedCall({ raw }: Unit): number | undefined {
  const noted = isRecord(raw['metadata']) ? raw['metadata'][CALL_INDEX_KEY] : undefined
  return typeof noted === 'number' ? noted : undefined
}

/** Reads a transcript once, for all rules. */
export function createContext(
  messages: readonly unknown[],
  profile: LintProfile | undefined,
  options: LintOptions,
): LintContext {
  const units = readUnits(messages)
  const { turns } = pairUnits(units)
  const about = policyOf(profile, options.model)
  let ids: Map<unknown, string> | undefined
  return {
    messages,
    units,
    turns,
    ...about,
    options,
    wireIds: () => (ids ??= wireIdsOf(turns, about.policy)),
  }
}

/** The same map that the request builder makes, so that a fix writes what would be sent. */
function wireIdsOf(turns: LintContext['turns'], policy: LintContext['policy']): Map<unknown, string> {
  const callIdPattern = compiles(policy.callIdPattern) ? policy.callIdPattern : undefined
  const wireId = createCallIds({ ...policy, callIdPattern }, () => {})
  return new Map(
    turns.flatMap(({ unit }) => unit.calls.map((call): [unknown, string] => [call, wireId(call.id, '')])),
  )
}

/** The user may have typed it into a form. */
export function compiles(pattern: string | undefined): boolean {
  try {
    return pattern === undefined || Boolean(RegExp(pattern))
  } catch {
    return false
  }
}
