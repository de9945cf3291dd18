import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { startCpuTime } from '../support/cpu-time.js'

/** A regular expression as the source has it. */
export interface Expression {
  pattern: string
  flags: string
  file: string
}

/** All regular-expression literals of a folder's source, each once. Tests, fixtures and what only tests load are left out. */
export function expressionsOf(folder: string): Expression[] {
  const found = new Map<string, Expression>()
  const visit = (node: unknown, file: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex } = node as { regex?: { pattern: string; flags: string } }
    if (regex) found.set(`/${regex.pattern}/${regex.flags}`, { ...regex, file })
    for (const child of Object.values(node)) visit(child, file)
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = name.replaceAll('\\', '/')
    if (!/\.tsx?$/.test(file) || /\.(?:test|stories)\.|(?:^|\/)(?:testing|fixtures)\//.test(file)) continue
    visit(parseSync(file, readFileSync(join(folder, name), 'utf8')).program, file)
  }
  return [...found.values()]
}

const RUNS = ' \n\t\raA0`[](){}<>"\'\\-_*.,/=:#&;~|!é漢'.split('')
/** A character that few classes have, so that an expression which reads to the end has to try another way. */
const END = '\u0001'

const TOKEN =
  /\[(?:\\[^]|[^\]\\])*\]|\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|k<[^>]*>|[^])|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/giy

/** Characters that a part of an expression matches, at most two. */
function samplesOf(part: string, flags: string): string[] {
  if (/^[\^$|)]$|^[*+?]\??$|^\(|^\{\d|^\\[bBk]/.test(part)) return []
  const fits = new RegExp(`^${part}$`, flags.replace(/[gy]/g, ''))
  const all = RUNS.concat('bdefgijklmnopqrstuvwxyz123456789@%+$^?'.split('')).filter((one) => fits.test(one))
  return all.length > 1 ? [all[0]!, all.at(-1)!] : all
}

/**
 * Long texts that may cost an expression much: runs of one character, and for each part of the expression a run of what it
 * matches behind a beginning that the parts before it match, and that beginning again and again.
 */
function longTexts({ pattern, flags }: Expression, length: number): string[] {
  const run = (piece: string): string => piece.repeat(Math.ceil(length / piece.length))
  const texts = RUNS.map((one) => run(one) + END)
  const outer: string[] = []
  let before = ''
  for (const part of pattern.match(TOKEN) ?? []) {
    if (part.startsWith('(')) outer.push(before)
    if (part === '|') before = outer.at(-1) ?? ''
    if (part === ')') outer.pop()
    const samples = samplesOf(part, flags)
    for (const one of samples) texts.push(before + run(one) + END)
    if (samples.length > 0) texts.push(run((before += samples[0]!)) + END)
  }
  return [...new Set(texts)]
}

/** Milliseconds of processor time for the text, in the best of these tries: the collector of garbage may have run in one. */
function costOf({ pattern, flags }: Expression, text: string, enough: number, tries: number): number {
  let best = Infinity
  for (let at = 0; at < tries && best > enough; at++) {
    const expression = new RegExp(pattern, flags)
    const spent = startCpuTime()
    if (expression.global) text.replace(expression, '')
    else expression.test(text)
    best = Math.min(best, spent())
  }
  return best
}

/** Lengths of the texts. At the longer one a quadratic expression takes half a millisecond or more, a linear one some 10 µs. */
const LENGTHS = [200, 4_000]
const MOST_MS = 0.4
/** A text four times as long takes 4 times as long, or 16 times if the cost is quadratic. */
const MOST_GROWTH = 11

/** Without one of these an expression reads a constant number of characters from each place. */
const UNBOUNDED = /[*+]|\{\d+,\}/

/** The beginning of a text for which an expression takes more than linear time, if there is one. */
export function slowText(expression: Expression): string | undefined {
  if (!UNBOUNDED.test(expression.pattern)) return undefined
  // The shorter texts first: what is cubic would take minutes for the longer.
  for (const length of LENGTHS) {
    for (const [at, text] of longTexts(expression, length).entries()) {
      const cost = costOf(expression, text, MOST_MS, 15)
      if (cost <= MOST_MS) continue
      const longer = longTexts(expression, 4 * length)[at]!
      if (costOf(expression, longer, MOST_GROWTH * cost, 6) > MOST_GROWTH * cost) return text.slice(0, 40)
    }
  }
  return undefined
}
