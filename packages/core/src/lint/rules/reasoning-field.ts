import { isRecord, textOf } from '../../errors/is-record.js'
import type { LintEdit, LintRule } from '../lint-types.js'
import { OTHER_THINKING_FIELDS } from './thinking.js'

/** wire-facts 2.3 and 5: one field here, and where it came from beside it. */
export const reasoningField: LintRule = {
  name: 'reasoning-field',
  about:
    'Thinking in a field of the wire (reasoning_content, reasoning_text, thinking) where the array has reasoning.',
  *check({ units }) {
    for (const { role, raw, message } of units) {
      if (role !== 'assistant') continue
      const field = OTHER_THINKING_FIELDS.find((name) => typeof raw[name] === 'string')
      if (!field) continue
      const edits: LintEdit[] = [{ op: 'unset', message, path: [field] }]
      if (!textOf(raw.reasoning)) edits.push({ op: 'set', message, path: ['reasoning'], value: raw[field] })
      if (!isRecord(raw.reasoningSource)) {
        edits.push({ op: 'set', message, path: ['reasoningSource'], value: { field } })
      }
      yield {
        severity: 'info',
        where: { message },
        path: [field],
        message: `The thinking is in ${field}; here it is in reasoning, and reasoningSource says where it came from.`,
        effect:
          'It is neither shown nor sent back. Endpoints that do not know the field answer 400 or 422 when it is sent.',
        fix: { title: 'Move it to reasoning', edits },
      }
    }
  },
}
