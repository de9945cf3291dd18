import type { AssistantMessage } from '@antiphon/core'
import { messageParts } from '@antiphon/core'
import { rowsOfPlace, type Timeline } from '@antiphon/core/devtools'
import type { PickedPart } from './use-pick.js'

/** The row that a part of an answer came in, the very one where it is known how far into the text; -1 for none. */
export function rowOfPicked(timeline: Timeline, message: AssistantMessage, picked: PickedPart): number {
  const part = messageParts(message).find(({ key }) => key === picked.partKey)
  if (!part) return -1
  const { partKey, callIndex, ratio } = picked
  const whole = { partKey, type: part.type, ...(callIndex !== undefined && { callIndex }) }
  const length = 'text' in part ? part.text.length : 0
  const exact =
    ratio !== undefined && length > 0
      ? rowsOfPlace(timeline, message, { ...whole, start: Math.min(length - 1, Math.floor(ratio * length)) })
      : []
  return exact[0] ?? rowsOfPlace(timeline, message, whole)[0] ?? -1
}
