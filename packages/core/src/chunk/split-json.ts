const NEWLINE = 10
const QUOTE = 34
const BACKSLASH = 92

export interface JsonSplitterOptions {
  /** The text of one value `{…}` or `[…]`, or a line that is neither. Never blank. */
  onText(text: string): void
  onTooLarge(limit: number): void
  /** Longest value in characters. */
  max: number
}

/**
 * Cuts a body into top-level JSON values as they complete: one pretty-printed document, one value per line, or values
 * side by side (wire-facts 2.1, "body is not SSE"). Looks at each character once. A line end inside a string, which
 * JSON does not allow, ends a broken value, so that the next line is read again.
 */
export function createJsonSplitter({ onText, onTooLarge, max }: JsonSplitterOptions) {
  let pending = ''
  let depth = 0
  let inString = false
  let escaped = false
  let dead = false

  /** True when `code` ends a value or a line. Keeps track of strings and nesting. */
  function endsAt(code: number): boolean {
    if (code === NEWLINE && (inString || depth === 0)) return true
    if (inString) {
      if (escaped) escaped = false
      else if (code === BACKSLASH) escaped = true
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = depth > 0
    else if (code === 123 || code === 91) depth++
    else if ((code === 125 || code === 93) && depth > 0) return --depth === 0
    return false
  }

  function emit(rest: string): void {
    const text = (pending + rest).trim()
    pending = ''
    depth = 0
    inString = false
    escaped = false
    if (text !== '' && text !== ',') onText(text)
  }

  function isTooLarge(length: number): boolean {
    if (pending.length + length <= max) return false
    dead = true
    pending = ''
    onTooLarge(max)
    return true
  }

  return {
    push(text: string): void {
      let start = 0
      for (let at = 0; at < text.length && !dead; at++) {
        if (!endsAt(text.charCodeAt(at))) continue
        if (isTooLarge(at + 1 - start)) return
        emit(text.slice(start, at + 1))
        start = at + 1
      }
      if (!dead && !isTooLarge(text.length - start)) pending += text.slice(start)
    },
    /** True while a value is open: a body that ends here was cut. */
    get open() {
      return depth > 0
    },
    end(): void {
      if (!dead) emit('')
    },
  }
}
