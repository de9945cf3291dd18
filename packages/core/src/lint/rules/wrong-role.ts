import { isRecord } from '../../errors/is-record.js'
import { safeStringify } from '../../errors/safe-stringify.js'
import type { LintRule } from '../lint-types.js'
import { meantRole } from '../role-names.js'

/** seed-formats C ("toolResult", not "tool"), B (kinds of items), E. */
export const wrongRole: LintRule = {
  name: 'wrong-role',
  about: 'A role in the spelling of another system: tool_result, toolResult, function, human, ai, model.',
  *check({ messages }) {
    for (const [message, raw] of messages.entries()) {
      if (!isRecord(raw)) continue
      const role = meantRole(raw)
      if (!role || role === raw.role) continue
      const said = raw.role == null ? 'There is no role' : `The role is ${safeStringify(raw.role)}`
      yield {
        severity: 'error',
        where: { message },
        path: ['role'],
        message: `${said}; here it is "${role}".`,
        effect:
          'Endpoints answer 400 or 422, or pass it on to a template that ignores it. Antiphon leaves it out.',
        fix: {
          title: `Set the role to ${role}`,
          edits: [{ op: 'set', message, path: ['role'], value: role }],
        },
      }
    }
  },
}

export const unknownRole: LintRule = {
  name: 'unknown-role',
  about: 'A role that no system of the kit knows, or none.',
  *check({ messages }) {
    for (const [message, raw] of messages.entries()) {
      if (!isRecord(raw) || meantRole(raw)) continue
      const said = raw.role == null ? 'There is no role' : `There is no role ${safeStringify(raw.role)}`
      yield {
        severity: 'error',
        where: { message },
        path: ['role'],
        message: `${said}. Roles are system, developer, user, assistant and tool.`,
        effect: 'Every endpoint refuses the request. Antiphon leaves the message out.',
      }
    }
  },
}
