import { isRecord } from '../../errors/is-record.js'
import type { LintRule } from '../lint-types.js'
import { contentParts } from './content-parts.js'

export const brokenPart: LintRule = {
  name: 'broken-part',
  about: 'An entry of content that is no part: no object, or without a type.',
  *check({ units }) {
    for (const { message, part, value } of contentParts(units)) {
      if (isRecord(value) && typeof value.type === 'string') continue
      const path = ['content', part]
      // Some clients write plain texts between parts.
      const edit =
        typeof value === 'string'
          ? ({ op: 'set', message, path, value: { type: 'text', text: value } } as const)
          : ({ op: 'unset', message, path } as const)
      yield {
        severity: 'error',
        where: { message, part },
        path,
        message: 'This is no content part.',
        effect: 'Endpoints answer 400 or 422. Antiphon leaves it out.',
        fix: { title: edit.op === 'set' ? 'Make it a text part' : 'Drop it', edits: [edit] },
      }
    }
  },
}
