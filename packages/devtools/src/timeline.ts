import type { Completion } from '@antiphon/core'
import { createBodyReader, DEFAULT_MAX_FRAME } from '@antiphon/core/wire'
import { createAnswerLog, lastAtMost, createRowReader } from './read-rows.js'
import { closeReader, missingReader, openReader } from './open-reader.js'
import { cutLines, shapeOf, type BodyShape } from './read-wire.js'
import type { WireExchange, Timeline } from './types.js'

/** The length of a refusal that a chat reads. */
const MAX_REFUSAL = 64 * 1024

/** Characters of arguments in the states that were asked for (`slack`). Above it the exchange is read again, which frees them. */
const MAX_SLACK = 32 * 1024 * 1024

/**
 * Reads an exchange once and keeps the effect of every byte, so that later questions need no second read. `update` follows
 * a running exchange.
 */
export function createTimeline(first: WireExchange): Timeline {
  let exchange = first
  let bytesRead = 0
  let run = begin()

  function begin() {
    const { startedAt = 0, reading, response, body } = exchange
    const rowReader = createRowReader()
    const answers = createAnswerLog()
    let clock = startedAt
    let position = 0
    let piece = 0
    let shape: BodyShape = 'unknown'
    let completion: Completion | undefined
    let endRepairs: Timeline['endRepairs'] = []

    const reader = openReader(reading, {
      // Without times in the record there are none in the answer.
      ...(exchange.startedAt !== undefined && { now: () => clock }),
      onEvent: rowReader.hearEvent,
      probe: { item: rowReader.hearItem, comment: rowReader.hearComment },
    })
    if (response)
      reader.describe({ status: response.status, statusText: response.statusText, headers: response.headers })
    const refused = response !== undefined && (response.status < 200 || response.status > 299)
    const page = refused ? openPage(rowReader) : undefined

    function pushPiece(start: number, end: number, at: number): void {
      clock = startedAt + at
      const bytes = body.slice(start, end)
      bytesRead += bytes.length
      if (shape === 'unknown') shape = shapeOf(bytes)
      for (const line of cutLines(bytes, shape)) {
        if (page) page.push(line)
        else reader.push(line)
        position += line.length
        rowReader.take(line, at, shape === 'text')
        if (!page) answers.note(position, reader.snapshot())
      }
    }

    return {
      answers,
      rows: rowReader.rows,
      revision: body.revision,
      status: response?.status,
      reading,
      get position() {
        return position
      },
      get completion() {
        return completion
      },
      get endRepairs() {
        return endRepairs
      },
      /** Reads what is new. Returns false when there was nothing. */
      advance(): boolean {
        const { pieces } = exchange.body
        const from = position
        for (; piece < pieces.length; piece++) {
          const { start, end, at } = pieces[piece]!
          pushPiece(start, end, at)
        }
        const { end } = exchange
        if (!end || completion) return position > from
        clock = startedAt + end.at
        if (page) page.end()
        else if (end.how !== 'stopped') reader.drain()
        rowReader.end(pieces.at(-1)?.at ?? end.at, shape === 'text')
        answers.note(position, reader.snapshot())
        const text = new TextDecoder().decode(exchange.body.slice(0, MAX_REFUSAL))
        const missing = refused ? undefined : missingReader(reading)
        completion = missing ? reader.fail(missing) : closeReader(reader, end, refused ? { text } : undefined)
        endRepairs = rowReader.rest().repairs
        return true
      },
    }
  }

  run.advance()

  function refresh(): void {
    run = begin()
    run.advance()
  }

  return {
    get exchange() {
      return exchange
    },
    get rows() {
      return run.rows
    },
    get length() {
      return run.position
    },
    get completion() {
      return run.completion
    },
    get endRepairs() {
      return run.endRepairs
    },
    get bytesRead() {
      return bytesRead
    },
    update(next) {
      if (next === exchange) return false
      const emptied = next.body !== exchange.body
      exchange = next
      // A secret was masked in bytes that were read, the reader settings became known, or the bytes are gone.
      const { body, response, reading } = next
      const again =
        emptied ||
        body.revision !== run.revision ||
        response?.status !== run.status ||
        reading !== run.reading
      if (again) run = begin()
      return run.advance() || again
    },
    answerAt(byteCount) {
      if (run.completion && byteCount >= run.position) return run.completion.message
      if (run.answers.slack > MAX_SLACK) refresh()
      return run.answers.at(byteCount)
    },
    isFinishedAt: (byteCount) => run.completion !== undefined && byteCount >= run.position,
    rowBefore: (byteCount) => lastAtMost(run.rows, byteCount, ({ end }) => end),
    rowWith: (byte) => lastAtMost(run.rows, byte, ({ start }) => start),
    timeAt(byteCount) {
      if (run.completion && byteCount >= run.position && exchange.end) return exchange.end.at
      const { pieces } = exchange.body
      return pieces[lastAtMost(pieces, byteCount - 1, ({ start }) => start)]?.at ?? 0
    },
    bytesAt(ms) {
      const { pieces } = exchange.body
      return Math.min(run.position, pieces[lastAtMost(pieces, ms, ({ at }) => at)]?.end ?? 0)
    },
  }
}

/** A refusal is read as one page, but its rows are found the same way. */
function openPage({ hearItem, hearComment }: ReturnType<typeof createRowReader>) {
  return createBodyReader({
    maxFrame: DEFAULT_MAX_FRAME,
    onItem: hearItem,
    onComment: hearComment,
    onTooLarge: () => {},
  })
}
