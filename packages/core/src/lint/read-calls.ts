import { isRecord, type JsonObject } from '../errors/is-record.js'
import type { EditPath } from './lint-types.js'
import type { FoundCall } from './transcript-types.js'

/** Content blocks that are calls: clawtools, Anthropic, AI SDK. */
const CALL_BLOCKS: ReadonlySet<unknown> = new Set(['toolCall', 'tool_use', 'tool-call'])

export function isCallBlock(part: unknown): part is JsonObject {
  return isRecord(part) && CALL_BLOCKS.has(part.type)
}

/** Every call in an assistant message: where it belongs, in the lists of other systems, and in the content. */
export function readCalls(raw: JsonObject): FoundCall[] {
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
  if (Array.isArray(raw.content)) {
    raw.content.forEach((part: unknown, i) => {
      if (isCallBlock(part)) calls.push(readCall(part, { part: i }, ['content', i]))
    })
  }
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
