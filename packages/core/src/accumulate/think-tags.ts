import type { ContentPiece } from '../chunk/types.js'

/** A pair of tags in which a server without a reasoning parser writes the thoughts (wire-facts 2.3). */
export interface ThinkTag {
  open: string
  close: string
  /** The chat template has already written the opening tag, so the answer starts inside. Default false. */
  opened?: boolean
}

/** Tags to look for, or false to leave the text alone. */
export type ThinkTags = false | readonly ThinkTag[]

export const DEFAULT_THINK_TAGS: ThinkTags = [{ open: '<think>', close: '</think>' }]

export type ThinkPiece = Extract<ContentPiece, { type: 'text' | 'reasoning' }>

/**
 * Splits thoughts off the very start of a text, at any cut. White space before the tag belongs to the thoughts. Only
 * the first stretch counts: a tag later in the answer is text. Holds back at most one tag's length.
 */
export function createThinkSplitter(tags: ThinkTags) {
  let state: 'start' | 'inside' | 'text' = tags && tags.length > 0 ? 'start' : 'text'
  let held = ''
  let tag: ThinkTag | undefined
  let implied = false

  function atStart(): ThinkPiece[] {
    const lead = held.length - held.trimStart().length
    const body = held.slice(lead)
    const found = (tags || []).find((one) => body.startsWith(one.open))
    if (found) {
      tag = found
      state = 'inside'
      held = held.slice(0, lead) + body.slice(found.open.length)
      return inside()
    }
    if (body === '' || (tags || []).some((one) => one.open.startsWith(body))) return []
    const opened = (tags || []).find((one) => one.opened)
    if (!opened) return release()
    tag = opened
    implied = true
    state = 'inside'
    return inside()
  }

  function inside(): ThinkPiece[] {
    const close = tag?.close ?? ''
    const end = held.indexOf(close)
    if (end !== -1) {
      const thought = held.slice(0, end)
      const rest = held.slice(end + close.length)
      state = 'text'
      implied = false
      held = ''
      return [...piece('reasoning', thought), ...piece('text', rest)]
    }
    const keep = overlap(held, close)
    const thought = held.slice(0, held.length - keep)
    held = held.slice(held.length - keep)
    return piece('reasoning', thought)
  }

  function release(): ThinkPiece[] {
    const type = state === 'inside' ? 'reasoning' : 'text'
    if (state === 'start') state = 'text'
    const text = held
    held = ''
    return piece(type, text)
  }

  return {
    push(text: string): ThinkPiece[] {
      if (state === 'text') return piece('text', text)
      held += text
      return state === 'start' ? atStart() : inside()
    },
    /** Something else arrived: what was held is no tag. With `parsed`, the server has split the thoughts itself. */
    interrupt(parsed: boolean): ThinkPiece[] {
      if (state === 'start' && (held !== '' || parsed)) return release()
      return []
    },
    end: release,
    /** The tag that was found, when there was one. */
    get tag() {
      return state === 'start' ? undefined : tag
    },
    /** The template's opening tag was never closed: what was taken for thoughts was the answer. */
    get neverClosed() {
      return implied
    },
  }
}

function piece(type: 'text' | 'reasoning', text: string): ThinkPiece[] {
  return text === '' ? [] : [{ type, text }]
}

/** Length of the longest end of `text` that is a beginning of `close`. */
function overlap(text: string, close: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(close.slice(0, length))) return length
  }
  return 0
}
