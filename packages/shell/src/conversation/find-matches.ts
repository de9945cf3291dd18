/** Parts of a turn that nobody said: buttons, figures, words for screen readers. */
const LEFT_OUT =
  'button, input, textarea, select, style, script, svg, [popover], [role="toolbar"], [data-slot="turn-footer"], .ap\\:sr-only'

/** One place that has the words. */
export interface Match {
  turnId: string
  range: Range
}

/** More are not counted: nobody goes through them, and each is painted. */
const MOST_MATCHES = 1_000

/**
 * Every place of the words in the turns below `root`, from the top down. Case and the amount of space between words do not
 * count. Turns far from the view are there as plain text, and closed parts as hidden text, so the whole thread is searched.
 */
export function findMatches(root: Element, words: string): Match[] {
  const sought = fold(words.trim().replaceAll(/\s+/g, ' '))
  if (sought === '') return []
  const matches: Match[] = []
  const [first = ''] = sought.split(' ', 1)
  for (const turn of root.querySelectorAll<HTMLElement>('[data-turn-id]')) {
    // Most turns do not have the first word, so only the others are searched letter by letter.
    if (!fold(turn.textContent).includes(first)) continue
    for (const block of blocksOf(turn)) {
      for (const range of rangesIn(block, sought)) {
        matches.push({ turnId: turn.dataset['turnId']!, range })
        if (matches.length >= MOST_MATCHES) return matches
      }
    }
  }
  return matches
}

/** Lower case of the same length, so that a place in it is a place in the text. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : Array.from(text, foldOne).join('')
}
const foldOne = (letter: string): string => {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

const BLOCKS =
  /^(?:ARTICLE|BLOCKQUOTE|DIV|DL|DT|DD|FIGURE|H[1-6]|HR|BR|LI|OL|P|PRE|SECTION|TABLE|T[DHR]|TBODY|THEAD|UL)$/

/** The text nodes of an element, divided where a block begins or ends: words across two paragraphs do not match. */
function blocksOf(turn: Element): Text[][] {
  const blocks: Text[][] = []
  let block: Text[] = []
  const end = (): void => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child instanceof Text) block.push(child)
      else if (child instanceof Element && !child.matches(LEFT_OUT)) {
        const divides = BLOCKS.test(child.tagName)
        if (divides) end()
        walk(child)
        if (divides) end()
      }
    }
  }
  walk(turn)
  end()
  return blocks
}

/** Text nodes as one text whose runs of space are one space, with the way back. */
function rangesIn(texts: readonly Text[], sought: string): Range[] {
  let all = ''
  /** For each character of `all`, its node and offset. */
  const places: [node: Text, offset: number][] = []
  for (const node of texts) {
    for (let at = 0; at < node.data.length; at++) {
      const letter = node.data[at]!
      const isSpace = /\s/.test(letter)
      if (isSpace && all.endsWith(' ')) continue
      all += isSpace ? ' ' : letter
      places.push([node, at])
    }
  }
  const folded = fold(all)
  const ranges: Range[] = []
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + sought.length)) {
    const range = document.createRange()
    const [first, begin] = places[at]!
    const [last, end] = places[at + sought.length - 1]!
    range.setStart(first, begin)
    range.setEnd(last, end + 1)
    ranges.push(range)
  }
  return ranges
}

/** On turns with matches. Without a condition the sheet would have a style of the highlight for every element of the page. */
const FOUND = 'data-found'

/** Paints the matches, and the present one apart, where the browser can (CSS custom highlights). */
export function paintMatches(matches: readonly Match[], at: number): void {
  unpaintMatches()
  const { highlights } = CSS as { highlights?: HighlightRegistry }
  if (!highlights || typeof Highlight === 'undefined' || matches.length === 0) return
  for (const { range } of matches)
    range.startContainer.parentElement?.closest('[data-turn-id]')?.setAttribute(FOUND, '')
  const others = matches.filter((_, index) => index !== at)
  highlights.set('antiphon-find', new Highlight(...others.map(({ range }) => range)))
  const here = matches[at]
  if (here) highlights.set('antiphon-find-here', new Highlight(here.range))
}

export function unpaintMatches(): void {
  const { highlights } = CSS as { highlights?: HighlightRegistry }
  for (const name of ['antiphon-find', 'antiphon-find-here']) {
    for (const range of highlights?.get(name) ?? [])
      (range as Range).startContainer.parentElement?.closest(`[${FOUND}]`)?.removeAttribute(FOUND)
    highlights?.delete(name)
  }
}

/** Opens what a match lies in, as find-in-page does. */
export function openMatch({ range }: Match): void {
  let closed = range.startContainer.parentElement?.closest('[hidden]')
  for (; closed; closed = closed.parentElement?.closest('[hidden]'))
    closed.dispatchEvent(new Event('beforematch', { bubbles: true }))
}

/** Brings a match into view. */
export function showMatch({ range }: Match): void {
  const element = range.startContainer.parentElement
  element?.scrollIntoView({ block: 'nearest' })
  const viewport = element?.closest('[data-slot="viewport"]')
  if (!viewport) return
  const edges = viewport.getBoundingClientRect()
  const place = range.getBoundingClientRect()
  // In the middle, where neither the header nor the message box is near.
  if (place.top < edges.top + EDGE || place.bottom > edges.bottom - EDGE)
    viewport.scrollTop += place.top - (edges.top + edges.height / 2)
}

/** Room to the edges of what scrolls, px. */
const EDGE = 64
