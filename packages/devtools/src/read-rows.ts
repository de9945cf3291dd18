import type { AssistantMessage } from '@antiphon/core'
import type { CompletionEvent, Repair, BodyItem } from '@antiphon/core/wire'
import { channelOfEvent, TEXT_CHANNELS } from '@antiphon/core/channels'
import { findChunkError } from '@antiphon/core/errors'
import { isRecord, type JsonObject, recordOf } from '@antiphon/base'
import { endsLine, endsWithCr, isLf, isLineEnd } from './read-wire.js'
import type { RowFeed, WireRow } from './types.js'

/** Index of the last entry whose key is at most `limit`; -1 for none. Keys must not fall. */
export function lastAtMost<T>(sorted: readonly T[], limit: number, keyOf: (entry: T) => number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyOf(sorted[middle]!) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

interface Entry {
  /** Bytes that had been read when the answer became this. */
  at: number
  /** The published message, with lengths in place of its `logprobs` lists. */
  message: AssistantMessage
  /** Which list the lengths belong to. */
  lists: number
  isRead: boolean
}

const EMPTY: AssistantMessage = { role: 'assistant', content: '' }

/**
 * Every state of an answer while it was read. Texts and `logprobs` only grow, so a state stores just their lengths, and
 * `at` cuts the newest ones. The log needs the memory of one answer and a small object per state.
 */
export function createAnswerLog() {
  const entries: Entry[] = []
  /** The newest state, and each `logprobs` that was begun. */
  let newest = EMPTY
  const logprobs: unknown[] = []
  let slack = 0

  return {
    /** Stores the state after this many bytes. */
    note(at: number, message: AssistantMessage): void {
      if (message === newest) return
      if (logprobs.length === 0 || !goesOn(logprobs.at(-1), message.logprobs)) logprobs.push(undefined)
      logprobs[logprobs.length - 1] = message.logprobs
      newest = message
      const kept = message.logprobs ? { ...message, logprobs: lengthsOf(message.logprobs) } : message
      entries.push({ at, message: kept, lists: logprobs.length - 1, isRead: false })
    },
    at(byteCount: number): AssistantMessage {
      const entry = entries[lastAtMost(entries, byteCount, ({ at }) => at)]
      if (!entry) return EMPTY
      const { message, lists, isRead } = entry
      const restored: AssistantMessage = { ...message }
      for (const { field } of TEXT_CHANNELS)
        if (message[field]) restored[field] = newest[field]?.slice(0, message[field].length) ?? ''
      if (message.logprobs) restored.logprobs = cutLists(logprobs[lists], message.logprobs)
      if (!isRead) for (const call of message.tool_calls ?? []) slack += call.function.arguments.length
      entry.isRead = true
      return restored
    },
    /**
     * Characters of arguments that `at` has returned. An engine keeps a grown text in pieces until it is read, then each
     * state as a whole text. Beyond some tens of millions of characters it is better to make the log again.
     */
    get slack() {
      return slack
    },
  }
}

/** True when lists only grew: they do so in place, and an answer that replaces them brings other entries. */
function goesOn(before: unknown, after: unknown): boolean {
  if (!isRecord(before) || !isRecord(after)) return before === undefined
  return Object.entries(before).every(([key, list]) => {
    const next = after[key]
    if (!Array.isArray(list)) return true
    return (
      Array.isArray(next) &&
      next.length >= list.length &&
      (list.length === 0 || (next[0] === list[0] && next[list.length - 1] === list.at(-1)))
    )
  })
}

function lengthsOf(bag: unknown): JsonObject {
  const entries = Object.entries(isRecord(bag) ? bag : {})
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Array.isArray(value) ? { count: value.length } : value]),
  )
}

function cutLists(whole: unknown, lengths: unknown): JsonObject {
  const bag = isRecord(whole) ? whole : {}
  return Object.fromEntries(
    Object.entries(recordOf(lengths)).map(([key, value]) => {
      const list = bag[key]
      return [key, Array.isArray(list) && isRecord(value) ? list.slice(0, Number(value.count)) : value]
    }),
  )
}

/** The events of the reader during one piece. */
interface Heard {
  items: BodyItem[]
  comments: number
  feeds: RowFeed[]
  repairs: Repair[]
}

/** Makes rows from the events of each piece: `hear…` during the read, `take` after it. */
export function createRowReader() {
  const rows: WireRow[] = []
  const lengths = new Map<string, number>()
  let heard: Heard = silence()
  /** The start of the unfinished row, and whether its complete lines have content. */
  let start = 0
  let hasLines = false
  let offset = 0
  /** A line that is not whole yet. */
  let inLine = false
  let afterCr = false

  function close(kind: WireRow['kind'], at: number, more: Partial<WireRow> = {}): void {
    const { feeds, repairs } = heard
    rows.push({ start, end: offset, at, kind, feeds, repairs, ...more })
    heard = silence()
    start = offset
    hasLines = false
    // Behind a value in the middle of a line comes the end of that line.
    inLine = false
  }

  function closeItems(at: number): void {
    const { items } = heard
    const [first] = items
    const malformed = items.some(({ type }) => type === 'malformed')
    const kind = malformed ? 'unparsed' : items.every(({ type }) => type === 'done') ? 'done' : 'data'
    const isError = items.some(
      (item) =>
        item.event === 'error' ||
        (item.type === 'value' && isRecord(item.value) && findChunkError(item.value) !== undefined),
    )
    close(kind, at, {
      ...(first!.event !== 'message' && { event: first!.event }),
      ...(isError && { isError }),
      ...(items.some(({ unterminated }) => unterminated) && { isCut: true }),
    })
  }

  return {
    rows,
    hearItem: (item: BodyItem) => void heard.items.push(item),
    hearComment: () => void heard.comments++,
    hearEvent(event: CompletionEvent): void {
      if (event.type === 'repair') heard.repairs.push(event.repair)
      const feed = feedOf(event, lengths)
      if (feed) addFeed(heard.feeds, feed)
    },
    /** Events since the last row, which are left at the end. */
    rest: () => heard,
    /** The reader has taken `piece` in: a whole line or the rest of one, up to a bracket in a JSON body. */
    take(piece: Uint8Array, at: number, isText: boolean): void {
      offset += piece.length
      const blank = isLineEnd(piece) && !inLine
      const isSecondHalf = blank && afterCr && isLf(piece)
      inLine = !endsLine(piece)
      afterCr = endsWithCr(piece)
      const isComment = heard.comments > 0 && !hasLines
      const hasContent = hasLines || !blank
      hasLines ||= !blank && !inLine
      if (heard.items.length > 0) closeItems(at)
      else if (isComment) close('comment', at)
      else if (isText && hasContent && !inLine) close('text', at)
      else if (blank && hasContent && !isSecondHalf) close('ignored', at)
      else if (blank && !hasContent && rows.length > 0) {
        // The empty line behind a row, and the second half of a line end, belong to it.
        rows[rows.length - 1] = { ...rows.at(-1)!, end: offset }
        start = offset
      }
    },
    /** The body is over, and the reader has read what was waiting. */
    end(at: number, isText: boolean): void {
      if (heard.items.length > 0) closeItems(at)
      else if (start < offset && (hasLines || inLine)) close(isText ? 'text' : 'ignored', at, { isCut: true })
      else if (start < offset && rows.length > 0) rows[rows.length - 1] = { ...rows.at(-1)!, end: offset }
      else if (start < offset) close('ignored', at)
    },
  }
}

function silence(): Heard {
  return { items: [], comments: 0, feeds: [], repairs: [] }
}

function feedOf(event: CompletionEvent, lengths: Map<string, number>): RowFeed | undefined {
  const part = channelOfEvent(event.type)
  if (part && 'text' in event) {
    const key = `${event.choice} ${part}`
    const start = lengths.get(key) ?? 0
    const end = start + event.text.length
    lengths.set(key, end)
    return { part, choice: event.choice, start, end }
  }
  switch (event.type) {
    case 'tool_call_start':
      return { part: 'tool_call', choice: event.choice, callIndex: event.callIndex, name: event.name }
    case 'tool_call_delta':
      return { part: 'tool_call', choice: event.choice, callIndex: event.callIndex }
    case 'usage':
      return { part: 'usage' }
    default:
      return undefined
  }
}

/** Pieces that go on from the last one are one feed. */
function addFeed(feeds: RowFeed[], feed: RowFeed): void {
  const last = feeds.at(-1)
  if (last?.part === feed.part && 'start' in last && 'start' in feed && last.choice === feed.choice) {
    if (last.end === feed.start) feeds[feeds.length - 1] = { ...last, end: feed.end }
    else feeds.push(feed)
  } else if (last?.part === 'tool_call' && feed.part === 'tool_call') {
    if (last.choice !== feed.choice || last.callIndex !== feed.callIndex) feeds.push(feed)
  } else if (last?.part !== 'usage' || feed.part !== 'usage') feeds.push(feed)
}
