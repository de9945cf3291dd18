/** A pair of tags in which a server without a reasoning parser writes the thoughts (docs/wire 2.3). */
export interface ThinkTag {
  open: string
  close: string
  /** The chat template has already written the opening tag, so the answer starts inside. Default false. */
  opened?: boolean
}

/** Tags to look for, or false to leave the text alone. */
export type ThinkTags = false | readonly ThinkTag[]

export const DEFAULT_THINK_TAGS: ThinkTags = [{ open: '<think>', close: '</think>' }]

/**
 * Splits thoughts off the very start of a text, at any cut. White space before the tag belongs to the thoughts. Only
 * the first stretch counts: a tag later in the answer is text. Holds back at most one tag's length.
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

  /** Finds out how the text begins, unless it may still become a tag. */
  function begin(): void {
    const body = held.trimStart()
    tag = tags.find(({ open }) => body.startsWith(open))
    if (tag) held = held.slice(0, held.length - body.length) + body.slice(tag.open.length)
    else if (tags.some(({ open }) => open.startsWith(body))) return
    else if ((tag = tags.find(({ opened }) => opened))) implied = true
    if (tag) state = 'inside'
    else release()
  }

  return {
    push(text: string): void {
      if (state === 'text') return put('text', text)
      held += text
      if (state === 'start') begin()
      if (!tag) return
      const { close } = tag
      const end = held.indexOf(close)
      const rest = end < 0 ? held.slice(held.length - overlap(held, close)) : held.slice(end + close.length)
      put('reasoning', end < 0 ? held.slice(0, held.length - rest.length) : held.slice(0, end))
      held = rest
      if (end < 0) return
      state = 'text'
      implied = false
      release()
    },
    /** Something else arrived: what was held is no tag. With `parsed`, the server has split the thoughts itself. */
    interrupt(parsed: boolean): void {
      if (state === 'start' && (held !== '' || parsed)) release()
    },
    end: release,
    /** The tag that was found, when there was one. */
    tag: () => tag,
    /** The template's opening tag was never closed: what was taken for thoughts was the answer. */
    neverClosed: () => implied,
  }
}

/** Length of the longest end of `text` that is a beginning of `close`. */
function overlap(text: string, close: string): number {
  let length = Math.min(close.length - 1, text.length)
  while (!text.endsWith(close.slice(0, length))) length--
  return length
}
