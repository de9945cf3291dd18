'use client'

import { byteUnits } from './files.js'

/** A rough measure for text in most languages. The words beside a figure of tokens say that it is an estimate. */
export const LETTERS_PER_TOKEN = 4

/** Words in plain text, also where words are not set apart by spaces. */
export function countWords(text: string, locale = 'en'): number {
  if (!/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/.test(text))
    return text.trim() === '' ? 0 : text.trim().split(/\s+/).length
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  let count = 0
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) count++
  return count
}

/**
 * How many UTF-16 units of `text` make at most `lines` lines and `units` units. Looks no further than that, and never
 * cuts a character in half.
 */
export function cutAfter(text: string, lines: number, units: number): number {
  let at = -1
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf('\n', at + 1)
    if (next < 0 || next > units) {
      at = -1
      break
    }
    at = next
  }
  if (at >= 0) return at
  if (text.length <= units) return text.length
  return isHighSurrogate(text.charCodeAt(units - 1)) ? units - 1 : units
}

/** The beginning of a text of one line or more, at most `units` long, not cut inside a character. */
export function clip(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, cutAfter(text, Infinity, units))
}

export function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function isHighSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xd800
}

/** A string of the table in which `…` stands for code. From the first mark to the last, so that a name may hold one. */
export function CodeWords({ text }: { text: string }) {
  const from = text.indexOf('`')
  const to = text.lastIndexOf('`')
  if (from === to) return text
  return (
    <>
      {text.slice(0, from)}
      <code className="ap:text-[.92em]">{text.slice(from + 1, to)}</code>
      {text.slice(to + 1)}
    </>
  )
}

/** `1536` as `1.5 kB`, in the locale. */
export function formatBytes(locale: string, bytes: number): string {
  const { amount, unit } = byteUnits(bytes)
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const maximumFractionDigits = amount < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(
    amount,
  )
}

// oxlint-disable-next-line no-control-regex -- the escape character is what it looks for
const colors = /(?:\u001b\[|\u009b)[\d;:]{0,64}m/g

/**
 * Takes colour and style codes (`ESC [ … m`) out of terminal output. They carry no text, and everything they could hide
 * becomes visible. All other escape sequences stay and are shown by name (see `revealText`).
 */
export function stripColors(text: string): string {
  return text.replace(colors, '')
}

/** The message of a rejected handler. */
export function reasonIn(problem: unknown): string {
  return problem instanceof Error ? problem.message : typeof problem === 'string' ? problem : ''
}
