import { isRecord } from '../../errors/is-record.js'
import type { LintRule } from '../lint-types.js'

export const notAMessage: LintRule = {
  name: 'not-a-message',
  about: 'An entry of the array that is no object.',
  *check({ messages }) {
    for (let message = 0; message < messages.length; message++) {
      const value = messages[message]
      if (isRecord(value)) continue
      const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
      yield {
        severity: 'error',
        where: { message },
        message: `This is ${kind}, not a message.`,
        effect: 'Every endpoint refuses the request. Antiphon leaves it out.',
        fix: { title: 'Drop it', edits: [{ op: 'replace', message, with: [] }] },
      }
    }
  },
}
