import type { ApprovalRequest } from '@antiphon/core/message'
import { compact, textOf, type JsonObject, wordOf } from '@antiphon/base'
import type { Row } from './draft.js'

export interface Activity {
  type: string
  content: unknown
}

/** The state that the agent and the page share, all patches applied. */
export const stateRow = (state: unknown): Row => ({
  key: 'state',
  name: 'state',
  value: state,
  details: { type: 'STATE_SNAPSHOT', snapshot: state },
})

export const activityRow = (id: string, { type, content }: Activity): Row => ({
  key: `activity ${id}`,
  name: type,
  value: content,
  details: { type: 'ACTIVITY_SNAPSHOT', messageId: id, activityType: type, content },
})

/**
 * An interrupt as a question about a call. One that is about no call of the answer is a call of its own, with what it says as
 * arguments.
 */
export function questionIn(
  interrupt: JsonObject,
  isCall: (callId: string) => boolean,
): { callId: string; request: ApprovalRequest; own?: { id: string; name: string; input: JsonObject } } {
  const { toolCallId, ...rest } = interrupt
  const about = textOf(toolCallId)
  const id = wordOf(interrupt.id)
  if (about !== undefined && isCall(about)) return { callId: about, request: { ...rest, id } }
  const input = compact({ message: rest.message, value: rest.value, metadata: rest.metadata })
  const name = (textOf(rest.reason) ?? 'interrupt').replaceAll(/[^\w-]/g, '_').slice(0, 64)
  return { callId: id, request: { ...rest, id, isInterrupt: true }, own: { id, name, input } }
}
