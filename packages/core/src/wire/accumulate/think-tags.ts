import type { ThinkTag, ThinkTags } from '../../message/think-tags.js'

/**
 * Splits thoughts off the very start of a text, at any cut. White space before the tag belongs to the thoughts. A second
 * stretch right after the first is thoughts too, and a closing tag there is left out; later in the answer a tag is text. Holds
 * back at most one tag's length, and white space after the thoughts.
 */
export function createThinkSplitter(
  thinkTags: ThinkTags,
  put: (type: 'text' | 'reasoning', text: string) => void,
) {
  const tags = thinkTags || []
  let state: 'start' | 'inside' | 'text' = 'start'
  let held = ''
  let tag: ThinkTag | undefined
  let implied = false

  function release(): void {
    put(state === 'inside' ? 'reasoning' : 'text', held)
    held = ''
    state = 'text'
  }

  /** A closing tag right behind the thoughts closes nothing. */
  function dropAgain(close: string): void {
    for (let body = held.trimStart(); body.startsWith(close); body = held.trimStart())
      held = body.slice(close.length)
  }

  /** Finds out how the text begins, unless it may still become a tag. */
  function begin(): void {
    if (tag) dropAgain(tag.close)
    const body = held.trimStart()
    const found = tags.find(({ open }) => body.startsWith(open))
    if (found) {
      held = held.slice(0, held.length - body.length) + body.slice(found.open.length)
      tag = found
      state = 'inside'
    } else if (mayBecomeTag(body)) return
    else if (!tag && (tag = tags.find(({ opened }) => opened))) {
      implied = true
      state = 'inside'
    } else release()
  }

  function mayBecomeTag(body: string): boolean {
    const marks = [...tags.map(({ open }) => open), tag?.close ?? '']
    return marks.some((mark) => mark.length > body.length && mark.startsWith(body))
  }

  /** Takes the thoughts that are there. True when they are closed, and what follows may be more of them. */
  function think(): boolean {
    const { close } = tag!
    const end = held.indexOf(close)
    const rest = end < 0 ? held.slice(held.length - overlap(held, close)) : held.slice(end + close.length)
    put('reasoning', end < 0 ? held.slice(0, held.length - rest.length) : held.slice(0, end))
    held = rest
    if (end < 0) return false
    implied = false
    state = 'start'
    return true
  }

  return {
    push(text: string): void {
      if (state === 'text') return put('text', text)
      held += text
      do if (state === 'start') begin()
      while (state === 'inside' && think())
    },
    /** Other output arrived, so the held text is not a tag. With `parsed`, the server has split off the thoughts itself. */
    interrupt(parsed: boolean): void {
      if (state === 'start' && (held !== '' || parsed)) release()
    },
    end: release,
    /** The tag that was found, when there was one. */
    tag: () => tag,
    /** The template's opening tag was never closed: what was taken for thoughts was the answer. */
    neverClosed: () => implied,
    /** Where the thoughts of a whole text end that has only a closing tag (see `findLateClose`). */
    lateClose: (text: string) => (tag ? undefined : findLateClose(text, tags)),
  }
}

/**
 * A closing tag without an opening one, at the end of a line and outside of code: the text before it is thoughts. Servers send
 * this when the template of the prompt already wrote the opening tag. A tag inside of a line is only a mention.
 */
function findLateClose(text: string, tags: readonly ThinkTag[]): { start: number; end: number } | undefined {
  const marks = tags.map(({ close }) => close.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const found = marks.length > 0 ? new RegExp(marks.join('|')).exec(text) : null
  const tag = found && tags.find(({ close }) => close === found[0])
  if (!tag || found.index === 0) return undefined
  const before = text.slice(0, found.index)
  const end = found.index + found[0].length
  const isInFence = (before.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1
  const isInCode = (before.slice(before.lastIndexOf('\n') + 1).split('`').length - 1) % 2 === 1
  const isAtEnd = /^[ \t]*\r?\n\s*\S/.test(text.slice(end, end + 200))
  return isAtEnd && !isInFence && !isInCode && !before.includes(tag.open)
    ? { start: found.index, end }
    : undefined
}

/** Length of the longest end of `text` that is a beginning of `close`. */
function overlap(text: string, close: string): number {
  let length = Math.min(close.length - 1, text.length)
  while (!text.endsWith(close.slice(0, length))) length--
  return length
}
