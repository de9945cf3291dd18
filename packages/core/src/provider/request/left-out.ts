import { REASONING_FIELDS, REASONING_LISTS } from '../../message/reasoning-fields.js'
import { otherAnswer } from '../../message/wire-channels.js'
import type { AssistantMessage, Message } from '../../message/types.js'
import type { ReportAdjustment } from './types.js'

/** The kit's own fields, which are about a message and no part of it. */
const LOCAL: ReadonlySet<string> = new Set(
  (
    'role id timestamp metadata kind finishReason finishReasonRaw isError error usage request maxOutputTokens model ' +
    'reasoningSource segments timing toolName details'
  ).split(' '),
)
const THOUGHTS: readonly string[] = [...REASONING_FIELDS, ...REASONING_LISTS]

/** Fields of an answer that its request has in one form or another. */
export function sentFields(
  message: AssistantMessage,
  text: string,
  isThoughtSent: boolean,
  isKept: boolean,
): string[] {
  const sent = ['content', ...(isThoughtSent ? THOUGHTS : [])]
  if (Array.isArray(message.tool_calls)) sent.push('tool_calls')
  // Items that go back as they came hold these too.
  if (isKept) return [...sent, 'annotations', 'images', 'audio', 'refusal']
  // The code that sends another field as the missing text also reports it.
  const spoken = message.content ? undefined : otherAnswer(message)?.field
  if (text && spoken) sent.push(spoken)
  else if (text && !message.content) sent.push(message.audio?.transcript ? 'audio' : 'images')
  return sent
}

/** Names the fields of a message, those of other servers among them, that do not leave. Empty ones are not named. */
export function reportLeftOut(
  message: Message,
  sent: readonly string[],
  where: string,
  report: ReportAdjustment,
): void {
  const keys = Object.entries(message)
    .filter(([key, value]) => !LOCAL.has(key) && !sent.includes(key) && !isEmpty(value))
    .map(([key]) => key)
  if (keys.length > 0) report('message_keys', where, keys, undefined)
}

const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0)
