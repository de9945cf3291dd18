import type { SystemMessage } from '@antiphon/core'
import { field, textOf } from '@antiphon/base'

/**
 * A note in place of an answer in which there is nothing but what has no view: "2 items of type data-weather are not shown". An answer
 * without anything in it would be taken for an empty one.
 */
export function unshownNote(items: readonly unknown[], metadata: Record<string, unknown>): SystemMessage {
  const typeOf = (item: unknown): string | undefined =>
    // Servers name their own events so.
    textOf(field(item, 'type') === 'CUSTOM' ? field(item, 'name') : undefined) ?? textOf(field(item, 'type'))
  const types = [...new Set(items.map((item) => typeOf(item) ?? 'unknown'))]
  const what = `${items.length === 1 ? '1 item' : `${items.length} items`} of ${types.length === 1 ? 'type' : 'types'}`
  const content = `${what} ${types.join(', ')} ${items.length === 1 ? 'is' : 'are'} not shown`
  return { role: 'system', kind: 'notification', content, metadata }
}
