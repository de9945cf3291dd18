// The channels of what is read from a wire and sent to it. A page that only shows messages does not load it.

import { TEXT_CHANNELS, type TextChannel, type TextFields } from './text-channels.js'

/** The fields that hold these texts; an empty one has no value, but for `content`. */
export function fieldsOf(texts: Readonly<Record<TextChannel, string>>): TextFields & { content: string } {
  const fields: TextFields & { content: string } = { content: texts.text }
  for (const { name, field } of TEXT_CHANNELS) if (name !== 'text') fields[field] = texts[name] || undefined
  return fields
}

/** The first text of the answer other than its main one, such as a refusal, with its field. */
export function otherAnswer(message: TextFields): { field: keyof TextFields; text: string } | undefined {
  for (const { name, field, isAnswer } of TEXT_CHANNELS) {
    const text = message[field]
    if (isAnswer && name !== 'text' && text) return { field, text }
  }
  return undefined
}

/** The channel that an event of this type feeds. */
export function channelOfEvent(type: string): TextChannel | undefined {
  return TEXT_CHANNELS.find(({ name }) => type === `${name}_delta`)?.name
}

/** The channel that an entry of a content array belongs to. */
export function channelOfEntry(type: unknown): TextChannel | undefined {
  return TEXT_CHANNELS.find(({ entries }) => entries.some((one) => one === type))?.name
}
