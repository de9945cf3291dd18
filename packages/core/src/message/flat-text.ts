import { isRecord } from '@antiphon/base'

/** Deepest nesting of texts in texts that is read. Nobody honest sends more than two; a reader without a limit would run out of stack. */
const MAX_LEVELS = 64

/** The text of a value, or the joined texts of a list of parts, whatever a part calls its text. */
export function flatText(value: unknown, level = 0): string {
  if (typeof value === 'string') return value
  if (level > MAX_LEVELS) return ''
  if (Array.isArray(value)) return value.map((part) => flatText(part, level + 1)).join('')
  if (!isRecord(value)) return ''
  return flatText(
    value.text ?? value.summary ?? value.thinking ?? value.reasoning ?? value.refusal,
    level + 1,
  )
}
