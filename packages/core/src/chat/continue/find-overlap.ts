/** Longest piece of the end that is quoted. */
const QUOTED = 80

/** The end of the last line that says something, from the beginning of a word. */
export function lastLine(text: string): string {
  const line = text.trimEnd().split('\n').at(-1)!.trimStart()
  if (line.length <= QUOTED) return line
  const end = line.slice(-QUOTED)
  const from = end.search(/\s\S/)
  return from < 0 ? Array.from(end).slice(1).join('') : end.slice(from + 1)
}

/** A code block that a text has opened and not closed: its marks, such as ```` ``` ````, and its language. */
export interface OpenCode {
  marks: string
  language: string
}

const FENCE = /^(?: {0,3}(?:(?:>|[-*+]\s|\d+[.)]\s)\s*)+|\s*)(`{3,}|~{3,})([^\n]*)$/

/** The code block that the end of a text is in, or undefined. */
export function openCode(text: string): OpenCode | undefined {
  let open: OpenCode | undefined
  for (const line of text.split('\n')) {
    const [, marks, rest = ''] = FENCE.exec(line) ?? []
    if (!marks) continue
    if (!open) {
      // Marks inside a line are code within text, not a block.
      if (!(marks[0] === '`' && rest.includes('`'))) open = { marks, language: rest.trim() }
    } else if (marks[0] === open.marks[0] && marks.length >= open.marks.length && rest.trim() === '') {
      open = undefined
    }
  }
  return open
}

const SPACED = /[\p{L}\p{N}]/u
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const BLOCK = /^(?:#{1,6} |`{3}|~{3}|> )/
const LIST_ITEM = /^(?:[-*+] |\d{1,9}[.)] )/

/**
 * The white space between a text and its rest, which servers and models leave out: a space between words, a line before a
 * block, nothing inside a word.
 */
function seamGlue(text: string, rest: string, inCode: boolean): string {
  if (rest === '' || text === '' || /\s$/.test(text) || /^\s/.test(rest)) return ''
  const line = text.slice(text.lastIndexOf('\n') + 1)
  if (inCode) {
    if (/^(?:`{3}|~{3})/.test(rest)) return '\n'
    return /[;{},:)>]$/.test(line) && /^[\w}]/.test(rest) ? '\n' : ''
  }
  if (BLOCK.test(rest)) return '\n\n'
  if (LIST_ITEM.test(rest)) return '\n'
  if (rest.startsWith('|')) return /^\s*\|.*\|$/.test(line) ? '\n' : ''
  if (isOpen(line)) return ''
  const before = lastCharacter(text)
  const after = String.fromCodePoint(rest.codePointAt(0)!)
  if (UNSPACED.test(before) || UNSPACED.test(after)) return ''
  const mark = /(?:\*{1,3}|_{1,3}|~~?)$/.exec(line)?.[0] ?? /^(?:\*{1,3}|_{1,3}|~~?)/.exec(rest)?.[0]
  if (mark) return isUnpaired(line, mark) ? '' : ' '
  // A closing mark belongs to the word before it, an opening mark to the word after it.
  if (/[([{“„«‘/\-–—#@$\\]/u.test(before) || /[,.;:!?)\]}’”»%…/\-–—]/u.test(after)) return ''
  return SPACED.test(after) || /["'“„«‘([{`$]/u.test(after) ? ' ' : ''
}

/** Is the last of these marks in the line one that opens? */
function isUnpaired(line: string, mark: string): boolean {
  return (line.split(mark).length - 1) % 2 === 1
}

/** True inside inline code or an address, where no white space may be added. */
function isOpen(line: string): boolean {
  const ticks = line.split('`').length - 1
  return ticks % 2 === 1 || /https?:\/\/[^\s)\]>]*$/.test(line)
}

function lastCharacter(text: string): string {
  return text.slice(-2).at(-1) ?? ''
}

/** How the rest of an answer was asked for, see `Continuation.way`. */
export type ContinueWay = 'prefill' | 'follow_up'

/** Where the rest joins on: how many of its characters to leave out, and the `glue` to put in their place. */
export interface Seam {
  drop: number
  glue: string
}

/** How far back the end of the text is searched for what the rest repeats. */
const WINDOW = 2_000
/** When the beginnings share this many characters, the model began the answer again. */
const RESTART = 40
/** This many characters show how the rest begins: with a heading, an item or a word. */
const LOOK_AHEAD = 16
/** Repeats of this length are rarely chance when the model was asked to repeat. */
const LONG = { prefill: 24, follow_up: 12 }

/**
 * Finds how the rest of an answer joins on to the text. It leaves out what the rest repeats of the end and puts in a
 * missing space or line; the text stays as it is. Undefined while more of the rest is needed to tell. `ended`: no more will
 * come.
 */
export function findSeam(text: string, rest: string, way: ContinueWay, ended: boolean): Seam | undefined {
  const core = text.trimEnd()
  const code = openCode(text)
  let best: { drop: number; length: number } | undefined

  for (const start of startsOf(rest, code !== undefined, ended)) {
    if (start === undefined) return undefined
    const tail = rest.slice(start)
    if (!ended && mayGrow(core, tail)) return undefined
    const length = repeated(core, tail, way, ended)
    if (length <= (best?.length ?? 0)) continue
    const drop = start + length
    const isQuoted = /["“”„«'‘`]$/.test(rest.slice(0, start)) && /["“”»'’`]/.test(rest[drop] ?? '')
    best = { drop: isQuoted ? drop + 1 : drop, length }
  }
  const isOver = (from: number, needed: number): boolean =>
    ended || rest.slice(from).trimStart().length >= needed
  if (best) return isOver(best.drop, 1) ? afterRepeat(text, core, rest, best.drop) : undefined

  if (!isOver(0, way === 'prefill' ? 1 : LOOK_AHEAD)) return undefined
  const spaces = commonSpaces(text, rest)
  if (way === 'prefill') return { drop: spaces, glue: '' }
  const again = code && /^\s*(?:`{3}|~{3})[^\S\n]*\S[^\n]*\n/.exec(rest)
  if (again) return { drop: again[0].length, glue: text.endsWith('\n') ? '' : '\n' }
  if (rest.trim() === '') return { drop: spaces, glue: '' }
  if (begins(core, rest, RESTART)) return { drop: 0, glue: '\n\n' }
  return { drop: spaces, glue: seamGlue(text, rest.slice(spaces), code !== undefined) }
}

/**
 * The places at which a repeat may begin: at the start, after white space, after dots or a quotation mark for omitted text,
 * after a code block that is opened again. Undefined for a line that has not ended yet.
 */
function* startsOf(rest: string, inCode: boolean, ended: boolean): Generator<number | undefined> {
  if (rest === '') return yield ended ? 0 : undefined
  yield 0
  const space = /^\s*/.exec(rest)![0].length
  if (space > 0) yield space
  const marks = /^\s*(?:…|\.{3})?\s*["“”„«'‘`]?/.exec(rest)![0].length
  if (marks > space) yield marks
  if (!inCode || !/^\s*(?:`|~)/.test(rest)) return
  const fence = /^\s*(?:`{3}|~{3})[^\n]*\n/.exec(rest)
  if (fence) yield fence[0].length
  else if (!ended && !rest.trimStart().includes('\n')) yield undefined
}

/** May `tail`, when more of it comes, turn out to repeat the end of `core`, or all of it? */
function mayGrow(core: string, tail: string): boolean {
  if (tail === '') return true
  const from = Math.max(0, core.length - WINDOW)
  const end = core.slice(from)
  return end.includes(tail) || (core.length > tail.length && core.startsWith(tail))
}

/** How many characters at the start of `tail` repeat the end of `core`. 0 when they are too few to be sure. */
function repeated(core: string, tail: string, way: ContinueWay, ended: boolean): number {
  if (core !== '' && tail.startsWith(core) && core.length >= 8) return core.length
  const longest = Math.min(core.length, tail.length, WINDOW)
  for (let length = longest; length > 0; length--) {
    if (!core.endsWith(tail.slice(0, length))) continue
    const next = tail[length]
    if (isRepeat(core, tail.slice(0, length), next, way, ended)) return length
  }
  return 0
}

const WORD = /[\p{L}\p{N}\p{M}_]/u

function isRepeat(
  core: string,
  same: string,
  next: string | undefined,
  way: ContinueWay,
  ended: boolean,
): boolean {
  if (same.length >= LONG[way]) return true
  if (way === 'prefill') return false
  // The model was asked to repeat this, even half a word.
  if (same === lastLine(core)) return true
  const before = core[core.length - same.length - 1]
  // The mark of a list item or a row, with nothing behind it yet.
  if (!/[\p{L}\p{N}]/u.test(same)) return same.trim() !== '' && (before === undefined || before === '\n')
  if (UNSPACED.test(same)) return same.length >= 3
  // Only whole words count: half a word may begin another one ("the", "theory").
  const startsWord = before === undefined || !WORD.test(before)
  const endsWord = next === undefined ? ended : !WORD.test(next)
  return startsWord && endsWord
}

/** White space behind what was repeated is there once, as the text had it or else as the rest has it. */
function afterRepeat(text: string, core: string, rest: string, drop: number): Seam {
  const spaces = text.slice(core.length)
  if (spaces === '') return { drop, glue: '' }
  const more = rest.slice(drop)
  if (more.startsWith(spaces)) return { drop: drop + spaces.length, glue: '' }
  const same = commonSpaces(spaces, more)
  const inline = same === 0 && /^[^\S\n]+/.exec(more)?.[0].length
  return { drop: drop + (inline || same), glue: '' }
}

/** White space that both the text ends with and the rest begins with. */
function commonSpaces(text: string, rest: string): number {
  const space = /^\s*/.exec(rest)![0]
  for (let length = Math.min(space.length, text.length); length > 0; length--) {
    if (text.endsWith(space.slice(0, length))) return length
  }
  return 0
}

function begins(core: string, rest: string, length: number): boolean {
  return core.length >= length && rest.trimStart().startsWith(core.trimStart().slice(0, length))
}
