import type { LintRule } from '../lint-types.js'
import { wireCall } from './call-in-content.js'

/** seed-formats D and E, and OpenAI's own older shape (wire-facts 7.22). */
export const callsField: LintRule = {
  name: 'calls-field',
  about: 'Calls under another name (toolCalls, function_call), or tool_calls that is no array.',
  *check({ units }) {
    for (const { message, role, raw, calls } of units) {
      if (role !== 'assistant') continue
      const fields = ['toolCalls', 'function_call'].filter((field) => raw[field] != null)
      const isBroken = raw.tool_calls != null && !Array.isArray(raw.tool_calls)
      const [field = isBroken ? 'tool_calls' : undefined] = fields
      if (!field) continue
      const moved = calls.filter(
        ({ path }) => path[0] !== 'content' && !(path[0] === 'tool_calls' && path.length > 1),
      )
      const kept: readonly unknown[] = Array.isArray(raw.tool_calls) ? raw.tool_calls : []
      const list = [...kept, ...moved.map(wireCall)]
      yield {
        severity: 'error',
        where: { message },
        path: [field],
        message: isBroken ? 'tool_calls is no array.' : `Calls are in ${field}; here they are in tool_calls.`,
        effect:
          'Endpoints answer 400 or 422, or do not see the calls, so that their results count as orphans.',
        fix: {
          title: list.length > 0 ? 'Write the calls to tool_calls' : `Drop ${field}`,
          edits: [
            ...fields.map((name) => ({ op: 'unset', message, path: [name] }) as const),
            list.length > 0
              ? { op: 'set', message, path: ['tool_calls'], value: list }
              : { op: 'unset', message, path: ['tool_calls'] },
          ],
        },
      }
    }
  },
}
