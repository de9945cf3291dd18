import { isRecord, type JsonObject } from '../../errors/is-record.js'
import type { Detection } from '../format-types.js'

/** Something that speaks for a format (or, below zero, against it), looked for in each message. */
export interface Mark {
  sign: string
  weight: number
  of(message: JsonObject): boolean
}

/** Messages that are looked at. What a transcript is shows early, and detection must be quick for any size. */
const SAMPLE = 200

/**
 * How well a list fits: not at all unless every entry looked at is a record with a known role; a bare fit is 0.5, each
 * mark found moves it up or down (a logistic curve: no number of marks makes it certain).
 */
export function detectBy(
  list: unknown,
  roles: readonly string[],
  marks: readonly Mark[],
  key = 'role',
): Detection {
  if (!Array.isArray(list)) return { certainty: 0, why: 'there is no list of messages' }
  if (list.length === 0) return { certainty: 0.5, why: 'the list is empty, which every format allows' }
  const sample = list.slice(0, SAMPLE)
  const records = sample.filter(isRecord)
  if (records.length < sample.length) return { certainty: 0, why: 'an entry is no object' }
  const stranger = records.find((entry) => !roles.includes(String(entry[key])))
  if (stranger) {
    const kind = stranger[key]
    const found = typeof kind === 'string' ? `the ${key} "${kind.slice(0, 40)}"` : `an entry without a ${key}`
    return { certainty: 0, why: `it has ${found}` }
  }
  const found = marks.filter((mark) => records.some(mark.of))
  const sum = found.reduce((total, mark) => total + mark.weight, 0)
  const signs = found.filter((mark) => mark.weight * sum > 0).map((mark) => mark.sign)
  return {
    certainty: 1 / (1 + Math.exp(-sum / 4)),
    why:
      signs.length > 0
        ? signs.join('; ')
        : `only ${roles.length > 4 ? 'its ' : 'the usual '}roles, which others have too`,
  }
}
