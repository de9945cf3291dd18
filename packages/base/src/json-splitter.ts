interface JsonSplitterOptions {
  /** The text of one value `{…}` or `[…]`, or a line that is neither. Never blank. */
  onText(text: string): void
  onTooLarge(limit: number): void
  /** Longest value in characters. */
  max: number
}

/**
 * Cuts a body into top-level JSON values as they complete: one pretty-printed document, one value per line, or values
 * side by side (docs/wire 2.1, "body is not SSE"). Looks at each character once. A line end inside a string, which
 * JSON does not allow, ends a broken value, so that the next line is read again.
 */
export function createJsonSplitter({ onText, onTooLarge, max }: JsonSplitterOptions) {
  let pending = ''
  let depth = 0
  let inString = false
  let escaped = false
  let dead = false

  /** True when `char` ends a value or a line. Keeps track of strings and nesting. */
  function ends(char: string): boolean {
    if (char === '\n' && (inString || depth === 0)) return true
    if (inString) {
      inString = escaped || char !== '"'
      escaped = !escaped && char === '\\'
    } else if (char === '"') inString = depth > 0
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && depth > 0) return --depth === 0
    return false
  }

  function emit(): void {
    const text = pending.trim()
    pending = ''
    depth = 0
    inString = false
    escaped = false
    if (text !== '' && text !== ',') onText(text)
  }

  return {
    push(text: string): void {
      let start = 0
      for (let at = 0; at < text.length && !dead; at++) {
        const end = ends(text[at]!)
        if (!end && at < text.length - 1) continue
        pending += text.slice(start, at + 1)
        start = at + 1
        if (pending.length > max) {
          dead = true
          pending = ''
          onTooLarge(max)
        } else if (end) emit()
      }
    },
    /** True while a value is open: a body that ends here was cut. */
    isOpen: () => depth > 0,
    end(): void {
      if (!dead) emit()
    },
  }
}
