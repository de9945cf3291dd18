import { compact, type JsonObject } from '../../errors/is-record.js'
import type { Message } from '../../message/types.js'
import { readFinish, writeFinish } from './usage.js'

const OWN = 'antiphon.'

/** Fields of ours without a place in an item; they ride in its metadata under `antiphon.<field>`. */
const FIELDS = [
  'annotations',
  'audio',
  'error',
  'finishReasonRaw',
  'isError',
  'logprobs',
  'maxOutputTokens',
  'model',
  'reasoningSource',
  'refusal',
  'request',
  'segments',
  'thinking_blocks',
  'timing',
] as const

export interface Bag {
  /** What stays in the message's own bag. */
  metadata: JsonObject
  /** `antiphon.<field>` of the list above. */
  fields: JsonObject
  role: unknown
}

/** Takes an item's metadata apart. Keys that look like notes of ours about the item do not pass for them. */
export function readBag(source: JsonObject = {}, prefix = 'agentkit.item.'): Bag {
  const bag: Bag = { metadata: {}, fields: {}, role: source[`${OWN}role`] }
  for (const [key, value] of Object.entries(source)) {
    const name = key.slice(OWN.length)
    if (key.startsWith(prefix)) continue
    if (key.startsWith(OWN) && (FIELDS as readonly string[]).includes(name)) bag.fields[name] = value
    else if (key !== `${OWN}role`) bag.metadata[key] = value
  }
  return bag
}

export function fromBag({ fields }: Bag): JsonObject {
  return fields
}

/** The metadata of an item: the message's own bag, and its fields that have no other place. */
export function toBag(message: Message, prefix: string): JsonObject {
  const source = message as unknown as JsonObject
  const bag = Object.entries(message.metadata ?? {}).filter(([key]) => !key.startsWith(prefix))
  const fields = FIELDS.filter((name) => isNeeded(name, message)).map((name) => [OWN + name, source[name]])
  const all = compact({
    ...Object.fromEntries(bag),
    ...Object.fromEntries(fields),
    [`${OWN}role`]: roleNote(message),
  })
  return Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((key) => [key, all[key]]),
  )
}

function isNeeded(name: (typeof FIELDS)[number], message: Message): boolean {
  if (message.role !== 'assistant') return false
  const { finishReason, finishReasonRaw, segments } = message
  if (name === 'finishReasonRaw') {
    return readFinish(writeFinish(finishReason, finishReasonRaw)).finishReasonRaw !== finishReasonRaw
  }
  // The parts have the order, but not the place of a refusal nor how long a stretch took.
  if (name === 'segments') {
    const timed = segments?.some((segment) => 'ms' in segment && segment.ms !== undefined) === true
    return timed || message.refusal !== undefined
  }
  return true
}

/** Role and kind, where the kind of the item would give another role. */
function roleNote(message: Message): string | undefined {
  if (message.role === 'system') {
    if (message.kind === 'notification' || message.kind === 'developer') return `system/${message.kind}`
  }
  if (message.role === 'developer' && message.kind) return `developer/${message.kind}`
  return message.role === 'user' && message.kind === 'context' ? 'user/context' : undefined
}
