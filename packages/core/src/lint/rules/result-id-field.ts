import type { LintRule } from '../lint-types.js'

/** seed-formats C and E: `toolCallId` of clawtools and the Prompt API, `tool_use_id` of Anthropic, `call_id` of agentkit. */
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
