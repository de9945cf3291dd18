/** A quote, or a list item with the columns that its content is indented by. `empty` until it has content. */
interface Container {
  readonly columns: number | undefined
  empty: boolean
}

/** A block that takes in lines whatever they say, until one of its own ends it. */
interface Leaf {
  /** Whether the line is the last of the block. */
  readonly ends: (line: string) => boolean
  /** The line that ends it; empty for a block that any blank line ends. */
  readonly end: string
}

const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/
const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/
const UNDERLINE = /^ {0,3}(?:=+|-+) *$/
const HEADING = /^ {0,3}#{1,6}(?: |$)/
const ITEM = /^( {0,3}(?:[-+*]|(\d{1,9})[.)]))( +|$)/

/** HTML blocks that end at a text of their own, and not at a blank line. */
const RAW: readonly (readonly [start: RegExp, ends: RegExp, end: string])[] = [
  ...['pre', 'script', 'style', 'textarea'].map(
    (name) =>
      [
        new RegExp(`^ {0,3}<${name}(?:[ >]|$)`, 'i'),
        /<\/(?:pre|script|style|textarea)>/i,
        `</${name}>`,
      ] as const,
  ),
  [/^ {0,3}<!--/, /-->/, '-->'],
  [/^ {0,3}<\?/, /\?>/, '?>'],
  [/^ {0,3}<![a-z]/i, />/, '>'],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/, ']]>'],
]

/** HTML blocks that end at a blank line: of an element that is a block, and, where no paragraph is open, of any whole tag. */
const BLOCK_TAG =
  /^ {0,3}<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?: |\/?>|$)/i
const ANY_TAG =
  /^ {0,3}<(?:\/[a-z][a-z\d-]* *|[a-z][a-z\d-]*(?: +[a-z_:][\w.:-]*(?: *= *(?:[^ "'=<>`]+|'[^']*'|"[^"]*"))?)* *\/?)> *$/i

/** The block that begins with `line`, unless it ends there too. */
function leafOf(line: string, inParagraph: boolean, hasHtml: boolean): Leaf | undefined | null {
  const fence = FENCE.exec(line)
  const mark = fence?.[1] ?? fence?.[2]
  if (mark !== undefined) {
    const ends = new RegExp(`^ {0,3}${mark[0]}{${mark.length},} *$`)
    return { ends: (next) => ends.test(next), end: mark }
  }
  if (!hasHtml) return undefined
  const raw = RAW.find(([start]) => start.test(line))
  if (raw) return raw[1].test(line) ? null : { ends: (next) => raw[1].test(next), end: raw[2] }
  if (BLOCK_TAG.test(line) || (!inParagraph && ANY_TAG.test(line)))
    return { ends: (next) => next.trim() === '', end: '' }
  return undefined
}

/** With spaces for its tabs, so that columns are characters. */
const expand = (line: string): string => {
  let out = ''
  for (const [i, piece] of line.split('\t').entries())
    out += (i === 0 ? '' : ' '.repeat(4 - (out.length % 4))) + piece
  return out
}

/** Deeper quotes and lists are text here: what they hold ends with them anyway. */
const MAX_DEPTH = 100

/** Follows the blocks of a Markdown text line by line, as CommonMark does, to know what its end leaves open. */
class Blocks {
  private containers: Container[] = []
  private leaf: Leaf | undefined
  private inParagraph = false
  private readonly hasHtml: boolean

  constructor(hasHtml: boolean) {
    this.hasHtml = hasHtml
  }

  /** The line that ends the open block; empty without one, or if it is inside a quote or list and ends with that. */
  get end(): string {
    return this.containers.length > 0 ? '' : (this.leaf?.end ?? '')
  }

  add(line: string): void {
    const [depth, rest] = this.matched(expand(line))
    const isInside = depth === this.containers.length
    if (isInside && this.leaf) {
      if (this.leaf.ends(rest)) this.leaf = undefined
      return
    }
    const wasParagraph = this.inParagraph
    // Words right below a paragraph belong to it, even without the marks of its quotes and lists.
    if (wasParagraph && !this.begins(rest, isInside)) return
    this.containers.length = depth
    this.leaf = undefined
    this.inParagraph = false
    this.read(rest, isInside && wasParagraph)
  }

  /** How many containers continue in this line, and the rest of the line inside them. */
  private matched(line: string): [depth: number, rest: string] {
    let rest = line
    for (const [depth, { columns, empty }] of this.containers.entries()) {
      const isBlank = rest.trim() === ''
      const mark = columns === undefined ? /^ {0,3}> ?/.exec(rest)?.[0].length : columns
      if (mark === undefined) return [depth, rest]
      if (columns !== undefined && (isBlank ? empty : !rest.startsWith(' '.repeat(mark))))
        return [depth, rest]
      rest = rest.slice(mark)
    }
    return [this.containers.length, rest]
  }

  /** Whether a line ends the paragraph above it. */
  private begins(line: string, isInside: boolean): boolean {
    if (line.trim() === '' || /^ {0,3}>/.test(line)) return true
    if (RULE.test(line) || HEADING.test(line) || leafOf(line, true, this.hasHtml) !== undefined) return true
    if (isInside && UNDERLINE.test(line)) return true
    const item = ITEM.exec(line)
    return item !== null && (!isInside || (item[0].length < line.length && Number(item[2] ?? 1) === 1))
  }

  private read(line: string, underParagraph: boolean): void {
    if (underParagraph && UNDERLINE.test(line)) return
    let rest = line
    while (this.containers.length < MAX_DEPTH) {
      const item = RULE.test(rest) ? null : ITEM.exec(rest)
      const quote = /^ {0,3}> ?/.exec(rest)?.[0].length
      if (quote !== undefined) {
        this.containers.push({ columns: undefined, empty: false })
        rest = rest.slice(quote)
      } else if (item !== null) {
        const gap = item[3]!.length
        const columns = item[1]!.length + (item[0].length === rest.length || gap > 4 ? 1 : gap)
        this.containers.push({ columns, empty: true })
        rest = rest.slice(columns)
      } else break
    }
    if (rest.trim() === '') return
    for (const container of this.containers) container.empty = false
    if (/^ {4}/.test(rest) || RULE.test(rest) || HEADING.test(rest)) return
    const leaf = leafOf(rest, false, this.hasHtml)
    this.leaf = leaf ?? undefined
    this.inParagraph = leaf === undefined
  }
}

/**
 * A Markdown text that leaves no block open. An answer that was cut in a block of code, or in HTML that no blank line ends, gets
 * the line that ends it. Otherwise the text below it would become part of that block, and the next fence would end it.
 *
 * Programs that show no HTML read a tag as text, and the fences inside of HTML as fences. The end holds for both kinds.
 */
export function closeBlock(text: string): string {
  const [withHtml, without] = [new Blocks(true), new Blocks(false)]
  for (const line of text.split(/\r\n?|\n/)) {
    withHtml.add(line)
    without.add(line)
  }
  return [text, ...endLines(withHtml.end, without.end)].join('\n')
}

function endLines(end: string, fence: string): string[] {
  if (end.startsWith('<') || end.endsWith('>')) return fence === '' ? [end] : [fence, end]
  if (end[0] === fence[0]) return end === '' ? [] : [end.length > fence.length ? end : fence]
  // A fence with a language cannot end one: where none is open it begins one, so that the next line ends it in both.
  return [end, fence].flatMap((mark) => (mark === '' ? [] : [`${mark}text`, mark]))
}
