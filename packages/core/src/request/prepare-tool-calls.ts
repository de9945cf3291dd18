import { isRecord } from '../errors/is-record.js'
import { parseJson } from '../errors/parse-json.js'
import type { ToolCall } from '../message/types.js'

/**
 * Calls as they leave: `type` always there, arguments always a JSON object in a string (many servers parse them and
 * refuse the rest), ids unique in the whole request. Unknown keys such as Gemini's `extra_content` go back verbatim
 * (wire-facts 1.3, 2.5).
 */
export function prepareToolCalls(calls: readonly ToolCall[], taken: Set<string>): ToolCall[] {
  return calls.map((call) => ({
    ...call,
    id: uniqueId(call.id, taken),
    type: 'function' as const,
    function: { name: call.function.name, arguments: objectText(call.function.arguments) },
  }))
}

function uniqueId(wanted: string, taken: Set<string>): string {
  const base = wanted || 'call'
  let id = wanted || 'call_1'
  for (let n = 2; taken.has(id); n++) id = `${base}_${n}`
  taken.add(id)
  return id
}

/** What cannot be read as an object is wrapped, so that the model still sees what it wrote. */
function objectText(text: string): string {
  if (typeof text !== 'string' || text.trim() === '') return '{}'
  const value = parseJson(text)
  return isRecord(value) ? text : JSON.stringify(value === undefined ? { unparsed: text } : { value })
}
