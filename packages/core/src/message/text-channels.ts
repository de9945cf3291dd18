import { REASONING_FIELDS } from './reasoning-fields.js'

/** One text of an answer. */
interface Channel {
  /** Its name: of its segments, its parts and its `…_delta` event. */
  readonly name: string
  /** The field of the message that holds it. */
  readonly field: string
  /** The fields of a delta, or of a message from elsewhere, that hold it: the first that is not empty counts. */
  readonly wire: readonly string[]
  /** The types by which an entry of a content array belongs to it. */
  readonly entries: readonly string[]
  /**
   * True for what the answer says: it is copied, searched, and sent back when the answer has no other text. False for a note: it
   * is shown in a row beside the answer, and only `request/reasoning.ts` may send it back.
   */
  readonly isAnswer: boolean
}

/**
 * The texts of an answer, each a channel of its own (docs/wire 2.2, 2.3), in their usual order. All code that reads,
 * stores, joins, writes or shows answers uses this list, so a new channel begins with a line here. When an answer is
 * continued, the channels above `text` stay before it.
 */
export const TEXT_CHANNELS = [
  {
    name: 'reasoning',
    field: 'reasoning',
    wire: REASONING_FIELDS,
    entries: ['thinking', 'reasoning'],
    isAnswer: false,
  },
  { name: 'text', field: 'content', wire: ['content'], entries: ['text', 'output_text'], isAnswer: true },
  { name: 'refusal', field: 'refusal', wire: ['refusal'], entries: ['refusal'], isAnswer: true },
] as const satisfies readonly Channel[]

/** The name of one text of an answer. */
export type TextChannel = (typeof TEXT_CHANNELS)[number]['name']

/** A channel that is shown beside the answer. */
export type NoteChannel = Extract<(typeof TEXT_CHANNELS)[number], { isAnswer: false }>['name']

/** Is it a channel that is shown beside the answer? */
export function isNote(channel: string | undefined): channel is NoteChannel {
  return TEXT_CHANNELS.some(({ name, isAnswer }) => name === channel && !isAnswer)
}

/** The fields of a message that hold its texts. */
export type TextFields = { [F in (typeof TEXT_CHANNELS)[number]['field']]?: string }

/** A value for each channel. */
export function perChannel<T>(
  valueOf: (channel: (typeof TEXT_CHANNELS)[number]) => T,
): Record<TextChannel, T> {
  return Object.fromEntries(TEXT_CHANNELS.map((channel) => [channel.name, valueOf(channel)])) as Record<
    TextChannel,
    T
  >
}

/** The field of the message that holds a channel. */
export function fieldOf(channel: TextChannel): keyof TextFields {
  return TEXT_CHANNELS.find(({ name }) => name === channel)?.field ?? 'content'
}

/** The texts of a message by channel; `''` for none. */
export function textsOf(message: TextFields): Record<TextChannel, string> {
  return perChannel(({ field }) => message[field] ?? '')
}

/** The texts of an answer: its main text and those of the other answer channels. Empty ones are left out. */
export function answerTexts(message: TextFields): string[] {
  return TEXT_CHANNELS.flatMap(({ field, isAnswer }) => (isAnswer && message[field]) || [])
}
