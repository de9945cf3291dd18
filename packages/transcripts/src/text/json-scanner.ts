import { endOfPlain } from '@antiphon/base'

/** A place in a file. Both numbers count from 1; columns are in UTF-16 units. */
export interface FilePlace {
  line: number
  column: number
}

export interface ScanHandlers {
  /** A list or an object begins at the top, or a list as the value of a key of such an object. */
  open(kind: 'list' | 'object', place: FilePlace): void
  close(kind: 'list' | 'object'): void
  /** A key of an object at the top, as its JSON text. */
  key(text: string): void
  /** An entry of a list, a value of an object, or a value at the top, as its JSON text. */
  entry(text: string, place: FilePlace): void
  /** A fault. Open containers end, and reading continues at the next line that begins a value. */
  unexpected(text: string, place: FilePlace): void
  /** The text ended inside something. */
  cut(text: string, place: FilePlace): void
  /** A line of a log breaks off, with the text of its last entry. The next value is a line of its own. */
  brokenLine(text: string, place: FilePlace): void
}

const [QUOTE, BACKSLASH, COMMA, COLON, FEED] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Splits a JSON text of any length as it arrives, holding one entry at a time. It knows brackets, quotes and the two
 * outermost levels. The caller parses each entry and finds out whether it is JSON.
 */
export function createJsonScanner(handlers: ScanHandlers) {
  /** The open containers: none, a list, an object, or a list in an object. */
  const stack: ('list' | 'object')[] = []
  let expects: 'value' | 'key' | 'colon' | 'comma' = 'value'
  let held = ''
  let capturing: 'text' | 'nested' | 'scalar' | undefined
  let depth = 0
  let inText = false
  let escaped = false
  let isKey = false
  let skipping = false
  let line = 1
  let column = 1
  let place: FilePlace = { line: 1, column: 1 }
  /** Where the open value at the top began, and the end of the line before this one. */
  let began: FilePlace = { line: 1, column: 1 }
  let lineEnd: FilePlace = { line: 1, column: 1 }
  /** A value at the top had a line to itself. */
  let isLog = false

  const here = (): FilePlace => ({ line, column })

  function begin(kind: NonNullable<typeof capturing>): void {
    capturing = kind
    depth = kind === 'nested' ? 1 : 0
    inText = kind === 'text'
    escaped = false
    held = ''
    place = here()
  }

  function finish(text: string): void {
    capturing = undefined
    if (isKey) {
      isKey = false
      handlers.key(text)
      expects = 'colon'
      return
    }
    handlers.entry(text, place)
    expects = stack.length > 0 ? 'comma' : 'value'
  }

  /** An object at the top begins a line of a log, and is all of it that there was so far. */
  const isInLine = (): boolean => isLog && stack[0] === 'object' && began.column === 1 && began.line === line

  function fail(text: string, at: FilePlace): void {
    if (isInLine()) handlers.brokenLine(text, at)
    else handlers.unexpected(text, at)
    stack.length = 0
    capturing = undefined
    isKey = false
    expects = 'value'
    skipping = true
  }

  /** Handles a character outside of entries. False when it is not allowed here. */
  function structure(code: number): boolean {
    const top = stack.at(-1)
    if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      const kind = code === CLOSE_LIST ? 'list' : 'object'
      if (top !== kind || expects === 'colon') return false
      stack.pop()
      isLog ||= stack.length === 0 && kind === 'object' && began.line === line && began.column === 1
      handlers.close(kind)
      expects = stack.length > 0 ? 'comma' : 'value'
      return true
    }
    switch (expects) {
      case 'comma':
        if (code !== COMMA) return false
        expects = top === 'object' ? 'key' : 'value'
        return true
      case 'colon':
        if (code !== COLON) return false
        expects = 'value'
        return true
      case 'key':
        if (code !== QUOTE) return false
        isKey = true
        begin('text')
        return true
      case 'value': {
        if (code === COMMA || code === COLON) return false
        const opens = code === OPEN_LIST ? 'list' : code === OPEN_OBJECT ? 'object' : undefined
        if (opens && (stack.length === 0 || (opens === 'list' && stack.length === 1 && top === 'object'))) {
          if (stack.length === 0) began = here()
          stack.push(opens)
          handlers.open(opens, here())
          expects = opens === 'object' ? 'key' : 'value'
        } else begin(code === QUOTE ? 'text' : opens ? 'nested' : 'scalar')
        return true
      }
    }
  }

  /** The last character other than a space. */
  let last = 0

  /** In a log a line that begins an object is a new entry, also where the line before it was never finished. */
  const isNewLine = (code: number): boolean => {
    if (code !== OPEN_OBJECT || column !== 1 || inText) return false
    if (stack[0] !== 'object' || began.column !== 1 || began.line === line) return false
    if (isLog) return true
    // Two objects without a comma between them, each on lines of its own: no document has that, so this is a log.
    return (
      last === CLOSE_OBJECT && (capturing === 'nested' || (capturing === undefined && expects === 'comma'))
    )
  }

  /** A broken first line took the line after it for a value of its own: that one is read again, as a line. */
  function breakLog(text: string): void {
    const start = text.lastIndexOf('\n{')
    isLog = true
    if (start < 0) return breakOff(text)
    const taken = text.slice(start + 1)
    line -= taken.split('\n').length - 1
    lineEnd = { line: line - 1, column: 1 }
    breakOff(text.slice(0, start))
    column = 1
    push(taken)
  }

  function breakOff(text: string): void {
    handlers.brokenLine(text, lineEnd)
    capturing = undefined
    while (stack.length > 0) handlers.close(stack.pop()!)
    expects = 'value'
  }

  /** Takes a piece of text, whatever it is cut at. */
  function push(text: string): void {
    /** The start of the entry in this piece. */
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (skipping) {
        // Reading can continue at a line that begins with a value.
        if (column === 1 && (code === OPEN_OBJECT || code === OPEN_LIST)) skipping = false
        else {
          step(code)
          continue
        }
      }
      if (isNewLine(code)) {
        const before = capturing === undefined ? '' : held + text.slice(from, at)
        if (isLog) breakOff(before)
        else breakLog(before)
        from = at
      }
      if (capturing === undefined) {
        if (code > 0x20 && code !== 0xfeff) {
          from = at
          if (!structure(code)) {
            if (code === OPEN_OBJECT && isInLine()) {
              // A line that broke off, and the next one right behind it.
              breakOff('')
              structure(code)
              began = { line, column: 1 }
            } else fail(text.slice(at, at + 40), here())
          }
        }
        // A broken line may itself begin the next value.
        if (skipping && column === 1 && (code === OPEN_OBJECT || code === OPEN_LIST)) {
          skipping = false
          structure(code)
        }
      } else if (inText) {
        const next = escaped ? at : endOfPlain(text, at)
        if (next > at) {
          column += next - at
          at = next - 1
          continue
        }
        if (escaped) escaped = false
        else if (code === BACKSLASH) escaped = true
        else if (code === QUOTE) {
          inText = false
          if (capturing === 'text') finish(held + text.slice(from, at + 1))
        } else if (code === FEED) {
          // A JSON string never spans lines, so it was not closed.
          fail(held + text.slice(from, at), place)
        }
      } else if (capturing === 'scalar') {
        if (code <= 0x20 || code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT) {
          finish(held + text.slice(from, at))
          // Only the delimiter is left of this character.
          if (code > 0x20 && !structure(code)) fail(text.slice(at, at + 40), here())
        }
      } else if (code === QUOTE) inText = true
      else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
      else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) {
        finish(held + text.slice(from, at + 1))
      }
      step(code)
    }
    if (capturing !== undefined) held += text.slice(from)
  }

  function step(code: number): void {
    if (code > 0x20) last = code
    if (code === FEED) {
      lineEnd = here()
      line++
      column = 1
    } else column++
  }

  return {
    push,
    end(): void {
      if (capturing === 'scalar') finish(held)
      if (capturing !== undefined) handlers.cut(held, here())
      else if (stack.length > 0) handlers.cut('', here())
      while (stack.length > 0) handlers.close(stack.pop()!)
    },
  }
}
