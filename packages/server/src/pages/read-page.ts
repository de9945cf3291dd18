import { Parser } from 'htmlparser2'

/** The text of a body in the encoding that its header, or for HTML its first bytes, name; UTF-8 where none is known. */
export function decodePage(bytes: Buffer, contentType: string, isHtml: boolean): string {
  const pattern = /charset\s*=\s*["']?([\w:.-]+)/i
  const inHead = isHtml ? pattern.exec(bytes.subarray(0, 1024).toString('latin1')) : undefined
  const label = (pattern.exec(contentType) ?? inHead)?.[1] ?? 'utf-8'
  return decoderFor(label).decode(bytes)
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

export interface PageText {
  title?: string
  text: string
}

/** Elements without text for a reader. */
const silent = new Set(
  'script style noscript template svg math iframe object canvas audio video select nav dialog'.split(' '),
)
const blocks = new Set(
  `p div section article main header footer aside ul ol dl dt dd table blockquote figure figcaption pre form fieldset
  address hr details summary`.split(/\s+/),
)
const heading = /^h([1-6])$/
/** The reader checks all open elements at each tag, so their number needs a limit. */
const DEEPEST = 500

/**
 * The text of an HTML page as a reader sees it, with marks of headings, lists and tables. Reads tokens and builds no page:
 * nothing in it can run or load. Text that the page hides from readers stays hidden from the model too.
 *
 * @throws Error when more than 500 elements are open at once.
 */
export function extractText(html: string): PageText {
  const out = createLines()
  let title = ''
  let inTitle = false
  /** Elements open within one that is not read, itself included. */
  let hidden = 0
  let preformatted = 0
  let depth = 0

  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > DEEPEST) throw new Error(`The page has more than ${DEEPEST} elements within each other.`)
      if (hidden > 0 || silent.has(name) || isHidden(attributes)) return void hidden++
      const level = heading.exec(name)?.[1]
      if (level !== undefined) out.begin(2, `${'#'.repeat(Number(level))} `)
      else if (name === 'title') inTitle = true
      else if (name === 'li') out.begin(1, '- ')
      else if (name === 'br' || name === 'tr') out.begin(1)
      else if (name === 'td' || name === 'th') out.separate(' | ')
      else if (blocks.has(name)) out.begin(2)
      if (name === 'pre') preformatted++
    },
    onclosetag(name) {
      depth--
      if (hidden > 0) return void hidden--
      if (name === 'title') inTitle = false
      if (name === 'pre') preformatted--
      if (name === 'tr' || name === 'li') out.begin(1)
      else if (blocks.has(name) || heading.test(name)) out.begin(2)
    },
    ontext(piece) {
      if (hidden > 0) return
      const clean = piece.replace(/(?![\n\t])\p{Cc}/gu, ' ')
      if (inTitle) title += clean
      else if (preformatted > 0) out.addVerbatim(clean)
      else out.add(clean.replace(/\s+/g, ' '))
    },
  })
  parser.end(html)
  const named = title.replace(/\s+/g, ' ').trim().slice(0, 300)
  return { ...(named && { title: named }), text: out.end() }
}

function isHidden(attributes: Record<string, string>): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes['style'] ?? '')
  )
}

/** Puts lines together; each piece is looked at once, however long the page is. */
function createLines() {
  const lines: string[] = []
  let pieces: string[] = []
  let prefix = ''
  let endsBlank = true
  const closeLine = (): void => {
    const line = pieces.join('').trimEnd()
    pieces = []
    endsBlank = true
    if (line !== '') lines.push(line)
  }
  const push = (text: string): void => {
    if (pieces.length === 0 && prefix !== '') pieces.push(prefix)
    prefix = ''
    pieces.push(text)
    endsBlank = /\s$/.test(text.slice(-1))
  }
  return {
    add(text: string): void {
      const fits = endsBlank ? text.trimStart() : text
      if (fits !== '') push(fits)
    },
    addVerbatim(text: string): void {
      for (const [i, line] of text.split('\n').entries()) {
        if (i > 0) {
          lines.push(pieces.join('').trimEnd())
          pieces = []
        }
        if (line !== '') push(line)
      }
    },
    /** Goes to a new line, below an empty one for 2; `start` stands before its first text. */
    begin(breaks: 1 | 2, start = ''): void {
      closeLine()
      if (breaks === 2 && lines.length > 0 && lines.at(-1) !== '') lines.push('')
      if (start !== '' || breaks === 2) prefix = start
    },
    /** Between two cells of one line. */
    separate(text: string): void {
      if (pieces.length > 0) push(text)
    },
    end(): string {
      closeLine()
      return lines.join('\n').trim()
    },
  }
}
