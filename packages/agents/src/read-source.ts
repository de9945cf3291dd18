import { createBodyReader, DEFAULT_MAX_FRAME, readItems, toPiece } from '@antiphon/core/wire'
import { isRecord, type JsonObject } from '@antiphon/base'
import type { EventSource } from './types.js'

/**
 * An event, text where one should have been (`cut` when the source ended inside it), or words of a proxy, in place of all
 * events or between two, which do not come again when the run is resumed.
 */
export type SourceItem = { value: unknown } | { text: string; cut: boolean } | { words: string }

/**
 * The events of a source as they come. Values are passed on; bytes and text are read as an event stream or JSON lines,
 * depending on the content. Ends at `[DONE]`, and always closes the source.
 */
export async function* readSource(
  source: EventSource,
  signal: AbortSignal,
): AsyncGenerator<SourceItem, void> {
  const found: SourceItem[] = []
  let done = false
  const body = createBodyReader({
    maxFrame: DEFAULT_MAX_FRAME,
    onItem(item) {
      if (item.type === 'done') done = true
      else if (item.event === 'error')
        found.push({ value: asError(item.type === 'value' ? item.value : item.text) })
      else if (item.type === 'value') found.push({ value: item.value })
      else found.push({ text: item.text, cut: item.unterminated })
    },
    onStray: (words) => found.push({ words }),
    onTooLarge(limit) {
      found.push({ text: `[An event of more than ${limit} characters was left out.]`, cut: false })
    },
  })
  for await (const item of readItems(source, signal, () => done)) {
    const piece = toPiece(item)
    if (piece === undefined) found.push({ value: item })
    else body.push(piece)
    yield* found.splice(0)
    if (done) return
  }
  body.end()
  const { items, text } = body.describe()
  if (items === 0 && text) found.push({ words: text })
  yield* found
}

/** The value of an event named `error`, marked as an error: agents name theirs by a type. */
function asError(value: unknown): JsonObject {
  if (!isRecord(value)) return { type: 'error', ...(value != null && value !== '' && { error: value }) }
  return typeof value.type === 'string' ? value : { ...value, type: 'error' }
}
