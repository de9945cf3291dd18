import { isPunctuation, isWhite } from './characters.js'
import { isOther } from './other-script.js'

/** Equal marks side by side: how many, and whether they can open or close emphasis. */
export interface Run {
  readonly length: number
  readonly open: boolean
  readonly close: boolean
}

const opensBracket = (char: string): boolean => /[\p{Ps}\p{Pi}]/u.test(char)
/** `“` closes what `„` opens, as in Bulgarian, Georgian and German. */
const closesLow = (src: string, pos: number): boolean =>
  /[„‚][^“‘]*[“‘]$/.test(src.slice(Math.max(0, pos - 200), pos))
const closesBracket = (char: string): boolean => /[\p{Pe}\p{Pf}]/u.test(char)

function before(src: string, pos: number): string {
  const low = src.charCodeAt(pos - 1)
  const pair = low >= 0xdc00 && low < 0xe000 ? src.codePointAt(pos - 2) : undefined
  return pair !== undefined && pair > 0xffff ? String.fromCodePoint(pair) : (src[pos - 1] ?? ' ')
}

const behind = (src: string, pos: number, max: number): string =>
  pos < max ? String.fromCodePoint(src.codePointAt(pos) ?? 32) : ' '

/**
 * The run of marks at `pos`. CommonMark lets it open emphasis before punctuation, or close it behind punctuation, only where
 * space or punctuation is on its other side. Here a letter will do, if the run or its punctuation touches another script
 * than Latin (docs/markdown.md, "Emphasis in all scripts").
 */
export function readRun(
  { src, pos, posMax }: { src: string; pos: number; posMax: number },
  splitsWords: boolean,
): Run {
  const marker = src[pos]
  let end = pos
  while (end < posMax && src[end] === marker) end++
  const [last, next] = [before(src, pos), behind(src, end, posMax)]
  const [spaceBefore, spaceAfter] = [isWhite(last), isWhite(next)]
  const [markBefore, markAfter] = [isPunctuation(last), isPunctuation(next)]
  const [otherBefore, otherAfter] = [isOther(last), isOther(next)]
  const touches = otherBefore || otherAfter
  const opensFreely =
    markAfter && !closesBracket(next) && (touches || isOther(behind(src, end + next.length, posMax)))
  const closesFreely =
    markBefore &&
    (!opensBracket(last) || closesLow(src, pos)) &&
    (touches || isOther(before(src, pos - last.length)))
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore || opensFreely)
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter || closesFreely)
  return {
    length: end - pos,
    open: left && (splitsWords || !right || markBefore || (opensFreely && otherBefore)),
    close: right && (splitsWords || !left || markAfter || (closesFreely && otherAfter)),
  }
}
