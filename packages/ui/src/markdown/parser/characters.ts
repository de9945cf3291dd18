import { decodeEntity } from './entities.js'

/** A space or a tab. */
export const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t'

/** White space in the sense of emphasis: Unicode's Zs, and what ends a line or page. */
export const isWhite = (char: string): boolean => /[\p{Zs}\t\n\v\f\r]/u.test(char)

/** Punctuation in the sense of emphasis: Unicode's P and S. */
export const isPunctuation = (char: string): boolean => /[\p{P}\p{S}]/u.test(char)

/** What may stand behind a backslash and be meant as itself. */
export const isEscapable = (char: string | undefined): boolean =>
  char !== undefined && /[!-/:-@[-`{-~]/.test(char)

const ESCAPED = /\\([!-/:-@[-`{-~])|&(#(?:x[\da-f]{1,6}|\d{1,7})|[a-z][a-z\d]{1,31});/gi

/** A text with its escapes and character references read, as in an address. */
export const unescapeAll = (text: string): string =>
  /[\\&]/.test(text)
    ? text.replace(
        ESCAPED,
        (match: string, escaped: string | undefined, name: string | undefined) =>
          escaped ?? decodeEntity(name ?? '') ?? match,
      )
    : text

/** Without Markdown's own white space around it; other kinds stay. */
export function trimAscii(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && ' \t\n\r'.includes(text[start] ?? '')) start++
  while (end > start && ' \t\n\r'.includes(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

/** The form in which two labels are the same. */
export const normalLabel = (label: string): string =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
