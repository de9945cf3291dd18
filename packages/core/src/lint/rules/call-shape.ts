import { isRecord } from '../../errors/is-record.js'
import type { LintRule } from '../lint-types.js'
import { wireCall } from './call-in-content.js'

/** wire-facts 1.3 (`type` on input) and 2.5. */
export const callShape: LintRule = {
  name: 'call-shape',
  about: 'A call without type or function, or an entry of tool_calls that is none.',
  *check({ units }) {
    for (const { message, role, raw, calls } of units) {
      if (role !== 'assistant' || !Array.isArray(raw.tool_calls)) continue
      const byEntry = new Map<unknown, (typeof calls)[number]>(calls.map((call) => [call.raw, call]))
      for (const [i, entry] of raw.tool_calls.entries()) {
        const path = ['tool_calls', i] as const
        const place = { where: { message, call: i }, path }
        if (!isRecord(entry)) {
          yield {
            ...place,
            severity: 'error',
            message: 'This is no call.',
            effect: 'Every endpoint refuses the request. Antiphon leaves it out.',
            fix: { title: 'Drop it', edits: [{ op: 'unset', message, path }] },
          }
        } else if (!isRecord(entry.function)) {
          const call = byEntry.get(entry)
          yield {
            ...place,
            severity: 'error',
            message: 'The call has no function with a name and arguments.',
            effect: 'Endpoints answer 400 or 422.',
            ...(call && {
              fix: {
                title: 'Write it in the shape of the wire',
                edits: [{ op: 'set', message, path, value: wireCall(call) }],
              },
            }),
          }
        } else if (entry.type !== 'function') {
          yield {
            ...place,
            severity: 'warning',
            message: 'The call does not say "type": "function".',
            effect: 'llama.cpp answers 400. Antiphon writes it.',
            fix: {
              title: 'Set type to function',
              edits: [{ op: 'set', message, path: [...path, 'type'], value: 'function' }],
            },
          }
        }
      }
    }
  },
}
