/** Characters of JSON up to which a structured value is kept as `details` for the screen. */
export const MAX_DETAILS_LENGTH = 4_000_000
/** Default of `maxResultLength`: some 50,000 tokens. */
export const MAX_RESULT_LENGTH = 200_000

/**
 * The JSON text of what a tool returned, written once: `content` and `details` come from the same text.
 *
 * @throws TypeError with words for developers, when JSON has no way to say it, instead of losing it in silence.
 */
export function serialiseResult(value: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value, explain)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const why = /circular|cyclic/i.test(said) ? 'it contains itself' : said
    throw new TypeError(
      `The tool ran, but its result cannot be written as JSON: ${why.replace(/\.$/, '')}.`,
      {
        cause: error,
      },
    )
  }
  if (text === undefined) {
    throw new TypeError(`The tool ran, but its result cannot be written as JSON: it is a ${typeof value}.`)
  }
  return text
}

/** What JSON would lose without a word (`{}` for a Map), or break on, gets one. */
function explain(key: string, value: unknown): unknown {
  const where = key === '' ? '' : ` in "${key}"`
  if (typeof value === 'bigint') throw new TypeError(`a BigInt${where}; return a number or a string`)
  if (isHollow(value)) {
    throw new TypeError(
      `a ${value.constructor?.name || 'special object'}${where}; return a plain object or an array`,
    )
  }
  if (value instanceof Error) return { name: value.name, message: value.message }
  return value
}

/** An object of a class whose content is not in fields (a Map, a Response, a generator): JSON would say `{}`. */
function isHollow(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Error)
    return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return false
  if (Object.keys(value).length > 0) return false
  // A boxed number or text is written as what it holds.
  const { valueOf } = value as { valueOf?: unknown }
  return typeof valueOf !== 'function' || typeof valueOf.call(value) === 'object'
}

/** `text` as far as the model gets to read it, with words where it was cut, never inside a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = headOf(text, limit)
  return `${kept}\n[Cut: the first ${kept.length} of ${text.length} characters are above.]`
}

/** At most `limit` units of `text`, never half a character. */
export function headOf(text: string, limit: number): string {
  const inPair = text.length > limit && /[\ud800-\udbff]/.test(text[limit - 1] ?? '')
  return text.slice(0, inPair ? limit - 1 : limit)
}
