import { isRecord, type JsonObject } from '../errors/is-record.js'
import { idOf, readCalls } from './read-calls.js'
import { meantRole, RESULT_ID_FIELDS } from './role-names.js'
import type { Unit } from './transcript-types.js'

/** Content blocks that are results: Anthropic, AI SDK. */
const RESULT_BLOCKS: ReadonlySet<unknown> = new Set(['tool_result', 'tool-result', 'toolResult'])

export function isResultBlock(part: unknown): part is JsonObject {
  return isRecord(part) && RESULT_BLOCKS.has(part.type)
}

/**
 * Reads an array of anything as the units of a transcript. What is misspelled in a known way is read as what it means,
 * so that one mistake is one finding and not a trail of them. What cannot be read is left to the rules that say so.
 */
export function readUnits(messages: readonly unknown[]): Unit[] {
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
