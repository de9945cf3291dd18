import { isRecord } from '../errors/is-record.js'
import { safeStringify } from '../errors/safe-stringify.js'
import { nonEmpty, readExtras, readList, readText } from './read-value.js'
import type { ReportRepair, ToolCallFragment } from './types.js'

const CALL_KEYS = new Set(['id', 'index', 'type', 'function', 'name', 'arguments'])
const FUNCTION_KEYS = new Set(['name', 'arguments'])

/** `tool_calls` and the old `function_call` of a delta as fragments; shapes of wire-facts 2.5, never throws. */
export function normalizeToolCalls(
  delta: Record<string, unknown>,
  where: string,
  report: ReportRepair,
): ToolCallFragment[] {
  const fragments: ToolCallFragment[] = []
  const list = readList(delta.tool_calls, 'tool_calls_object', `${where}.tool_calls`, report)
  list.forEach((entry, at) => {
    const path = `${where}.tool_calls[${at}]`
    if (isRecord(entry)) fragments.push(readFragment(entry, path, report))
    else if (entry !== null) report('tool_call_type', path, entry, undefined)
  })
  if (isRecord(delta.function_call)) {
    fragments.push({
      ...readFragment({ function: delta.function_call }, `${where}.function_call`, report),
      legacy: true,
    })
  }
  return fragments
}

function readFragment(entry: Record<string, unknown>, where: string, report: ReportRepair): ToolCallFragment {
  // Some gateways write name and arguments on the call itself.
  const fn = isRecord(entry.function) ? entry.function : entry
  if (entry.function !== undefined && entry.function !== null && fn === entry) {
    report('tool_call_function_type', `${where}.function`, entry.function, undefined)
  }
  if (typeof entry.type === 'string' && entry.type !== '' && entry.type !== 'function') {
    report('tool_call_kind', `${where}.type`, entry.type, 'function')
  }
  return {
    id: nonEmpty(readText(entry.id, 'tool_call_id_type', `${where}.id`, report)),
    index: readIndex(entry.index, `${where}.index`, report),
    name: nonEmpty(readText(fn.name, 'tool_call_name_type', `${where}.function.name`, report)),
    ...readArguments(fn.arguments, `${where}.function.arguments`, report),
    extras: readExtras(entry, CALL_KEYS, where, report),
    functionExtras: fn === entry ? [] : readExtras(fn, FUNCTION_KEYS, `${where}.function`, report),
  }
}

function readIndex(value: unknown, where: string, report: ReportRepair): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  const index = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : undefined
  report('tool_call_index_type', where, value, index)
  return index
}

function readArguments(
  value: unknown,
  where: string,
  report: ReportRepair,
): Pick<ToolCallFragment, 'arguments' | 'wholeArguments'> {
  if (value === undefined || value === null) return {}
  if (typeof value === 'string') return { arguments: value }
  const text = safeStringify(value)
  report('arguments_object', where, value, text)
  return { arguments: text, wholeArguments: true }
}
