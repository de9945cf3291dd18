/**
 * Characters that a model reads and a person does not see: control characters but tab and line ends, marks that turn the direction
 * of text, zero-width ones, and tags (U+E0000 and on), in which whole sentences can be hidden. Joiners stay, because
 * scripts and emoji need them.
 */
const HIDDEN =
  /(?![\t\n\r])\p{Cc}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/** The text without characters that nobody sees. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '')
}

/** A schema whose titles and descriptions have no characters that nobody sees. Names, enums and patterns stay as they are. */
export function withoutHiddenWords<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((item: unknown) => withoutHiddenWords(item)) as T
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    const isWords = (key === 'description' || key === 'title') && typeof value === 'string'
    return [key, isWords ? withoutHidden(value) : withoutHiddenWords(value)] as const
  })
  return Object.fromEntries(entries) as T
}
