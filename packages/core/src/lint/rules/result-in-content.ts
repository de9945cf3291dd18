import { isRecord, type JsonObject } from '../../errors/is-record.js'
import type { LintRule } from '../lint-types.js'
import { isResultBlock } from '../read-units.js'
import { idOf } from '../read-calls.js'
import { RESULT_ID_FIELDS } from '../role-names.js'
import { meantRole } from '../role-names.js'

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
          'A result stands in the content of a user message; here it is a message of its own with the role tool.',
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
