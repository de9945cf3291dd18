import { isChatError } from '@antiphon/core'
import { attempt, interpret, interpretText } from './interpret.js'
import { collectLosses } from './shared/losses.js'
import { isWholeText, readText } from './text/read-input.js'
import { listIn } from './text/read-values.js'
import { HEAD } from './text/refusal.js'
import type { TranscriptRead, TranscriptReadOptions } from './types.js'

/**
 * Any transcript as our messages: a value of any known format, or its text (JSON, JSON lines, an event stream). Recorded events
 * of a system that streams in a form of its own are read as the answers they make. A text is read as `openTranscript` reads it.
 *
 * @throws ChatError of kind `normalize` when it has no known format, or could have two.
 */
export function readTranscript(value: unknown, options: TranscriptReadOptions = {}): TranscriptRead {
  const source = typeof value === 'string' ? value.replace(/^\uFEFF/, '') : undefined
  if (source !== undefined && isWholeText(source, options.formats)) {
    const read = attempt(source, options)
    if (isChatError(read)) throw read
    return read
  }
  const whole = { ...options, isStrict: options.from !== undefined, areLines: true }
  const text = source === undefined ? undefined : readText(source)
  const { reads, problems, refusal } =
    source === undefined
      ? interpret([{ value, list: listIn(value), places: [] }], whole)
      : interpretText(text!, source.slice(0, HEAD), source.length <= HEAD, whole)
  const [first, ...rest] = reads
  if (!first) throw refusal!
  const { losses, report } = collectLosses()
  for (const { message, line } of text?.problems ?? [])
    report('line_unreadable', line === undefined ? '' : `line ${line}`, message, undefined)
  for (const { message } of problems) report('entry_unread', '', message, undefined)
  const others = [
    ...(first.others ?? []),
    ...rest.flatMap(({ others: more = [], losses: _losses, ...one }) => [one, ...more]),
  ]
  return {
    ...first,
    ...(others.length > 0 && { others }),
    losses: [...first.losses, ...rest.flatMap((one) => one.losses), ...losses],
  }
}
