/** Where a text stops being JSON, and what could have stood there. */
export interface JsonErrorPlace {
  /** UTF-16 offset; the length of the text when it ends too early. */
  position: number
  expected: string
}

const WORD = /true|false|null/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/**
 * Finds the first place at which `text` is not JSON; undefined when it is JSON. For messages only: what is JSON is
 * decided by `JSON.parse`, whose own messages differ between engines and often name no place.
 */
export function locateJsonError(text: string): JsonErrorPlace | undefined {
  const closers: string[] = []
  let at = 0
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const fail = (expected: string): JsonErrorPlace => ({ position: at, expected })
  const string = (): JsonErrorPlace | undefined => {
    for (at++; text[at] !== '"';) {
      if (at >= text.length) return fail('the end of a string')
      if (text.charCodeAt(at) < 0x20) return fail('an escaped control character')
      if (text[at] !== '\\') at++
      else if (!match(ESCAPE)) return fail('a valid escape')
    }
    at++
    return undefined
  }

  let want: 'value' | 'first' | 'key' | 'after' = 'value'
  for (;;) {
    match(SPACE)
    const char = text[at]
    if (want === 'after') {
      const closer = closers.at(-1)
      if (closer === undefined) return char === undefined ? undefined : fail('the end')
      if (char === closer) {
        closers.pop()
        at++
      } else if (char === ',') {
        at++
        want = closer === '}' ? 'key' : 'value'
      } else return fail(`"," or "${closer}"`)
      continue
    }
    if (want === 'first' && char === closers.at(-1)) {
      closers.pop()
      at++
      want = 'after'
      continue
    }
    if (want === 'key' || (want === 'first' && closers.at(-1) === '}')) {
      if (char !== '"')
        return fail(want === 'first' ? 'a key in double quotes or "}"' : 'a key in double quotes')
      const wrong = string()
      if (wrong) return wrong
      match(SPACE)
      if (text[at] !== ':') return fail('":"')
      at++
      want = 'value'
      continue
    }
    if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']')
      at++
      want = 'first'
      continue
    }
    if (char === '"') {
      const wrong = string()
      if (wrong) return wrong
    } else if (!match(WORD) && !match(NUMBER)) return fail('a value')
    want = 'after'
  }
}
