import { bytesToBase64 } from '@antiphon/base'

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** How a value may be spelled in text that is not read as what it is: inside of quoted JSON, of a page, with `+` for blanks. */
export function spellingsOf(value: string): string[] {
  const json = inJson(value)
  const html = value.replace(/[&<>"']/g, (char) => HTML[char]!)
  return [
    ...new Set([
      value,
      json,
      inJson(json),
      value.replaceAll('/', '\\/'),
      value.replaceAll(' ', '+'),
      html,
      html.replaceAll('&#x27;', '&#39;'),
    ]),
  ]
}

/** A value of fewer bytes leaves too few characters of base64 that it alone decides. */
const LEAST_BYTES = 8

/**
 * The base64 of a value at each of the three alignments it can have in the encoded bytes, in both alphabets. Without the characters
 * at its ends that depend on the bytes next to it.
 */
export function base64SpellingsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value)
  if (bytes.length < LEAST_BYTES) return []
  const found = [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length)
    padded.set(bytes, before)
    const text = bytesToBase64(padded)
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [...new Set(found.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]))]
}
