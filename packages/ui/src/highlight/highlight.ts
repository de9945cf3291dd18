import { StringStream } from '@codemirror/streamparser'
import type { BlockColors, CodeToken, MarkdownPlugin } from '../markdown/render/context.js'
import { type LineParser, loadLanguage } from './languages.js'

/** Kinds of tokens with a colour, `--antiphon-code-…` of the same name, and the styles of languages that get it. */
const styles = {
  keyword: 'keyword modifier self operatorKeyword controlKeyword',
  function: 'def macroName builtin',
  type: 'type typeName tagName tag className namespace qualifier',
  number: 'number atom bool literal unit',
  string: 'string character regexp inserted url link',
  comment: 'comment quote',
  meta: 'meta attribute attributeName annotation header heading property propertyName error invalid',
  deleted: 'deleted',
}
type TokenKind = keyof typeof styles

const kinds = new Map(
  Object.entries(styles).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as TokenKind] as const),
  ),
)

/** The kind of a token by the style its language gives it, such as `variableName.definition` or `string-2`. */
function tokenKind(style: string | null | undefined): TokenKind | null {
  if (style === null || style === undefined) return null
  for (const word of style.split(' ')) {
    const [name = '', ...more] = word.split('.')
    const kind = kinds.get(name.replace(/-\d$/, ''))
    if (kind !== undefined) return kind
    if (name === 'variableName' && more.includes('definition')) return 'function'
    if (name === 'variableName' && more.includes('standard')) return 'function'
  }
  return null
}

/** Longer lines stay plain: a pattern of a language may take long on them. */
const MAX_LINE = 1000

/** Lines read between two looks at the clock. */
const LINES = 8

export interface LineColorsOptions {
  /** Default `performance.now`. */
  now?: () => number
  /** Called with each line that is read: for tests. */
  onLine?: ((line: string) => void) | undefined
}

interface Piece {
  /** How much of the piece's text has been read. */
  readonly read: string
  readonly tokens: CodeToken[]
  /** Its last line was read, too. */
  readonly whole: boolean
}

/**
 * Colours by a line parser. It reads a line once, when the line is complete. Later code never changes the colours of
 * earlier code.
 */
export class LineColors implements BlockColors {
  readonly parser: LineParser
  readonly now: () => number
  readonly onLine: ((line: string) => void) | undefined
  private state: unknown
  private pieces: Piece[] = []

  constructor(parser: LineParser, { now = () => performance.now(), onLine }: LineColorsOptions = {}) {
    this.parser = parser
    this.now = now
    this.onLine = onLine
    this.restart()
  }

  private restart(): void {
    this.pieces = []
    this.state = this.parser.startState?.(2) ?? {}
  }

  read(chunks: readonly string[], complete: boolean, budget: number): boolean {
    const end = this.now() + budget
    if (this.isOther(chunks)) this.restart()
    for (let index = Math.max(0, this.pieces.length - 1); index < chunks.length; index++)
      if (!this.readPiece(index, chunks[index] ?? '', complete || index < chunks.length - 1, end))
        return false
    return true
  }

  tokens(index: number, text: string): readonly CodeToken[] | undefined {
    const piece = this.pieces[index]
    return piece !== undefined && text.startsWith(piece.read) ? piece.tokens : undefined
  }

  /** True when the last line that was read has changed. Then it is another code. */
  private isOther(chunks: readonly string[]): boolean {
    const last = this.pieces.length - 1
    return [last - 1, last].some((index) => {
      const piece = this.pieces[index]
      return piece !== undefined && !(chunks[index] ?? '').startsWith(piece.read)
    })
  }

  /** Reads the complete lines of a piece; false once the time is over. */
  private readPiece(index: number, text: string, whole: boolean, end: number): boolean {
    const before = this.pieces[index]
    let at = before?.read.length ?? 0
    if (before?.whole && at === text.length) return true
    const tokens = before === undefined ? [] : before.tokens.slice()
    let lines = 0
    let inTime = true
    let done = false
    while (!done && inTime) {
      const feed = text.indexOf('\n', at)
      if (feed < 0 && !whole) break
      const stop = feed < 0 ? text.length : feed
      this.readLine(text.slice(at, stop), tokens)
      at = stop
      done = feed < 0
      if (!done) {
        push(tokens, null, '\n')
        at++
      }
      inTime = done || ++lines % LINES > 0 || this.now() < end
    }
    this.pieces[index] = { read: text.slice(0, at), tokens, whole: done }
    return inTime
  }

  private readLine(line: string, tokens: CodeToken[]): void {
    this.onLine?.(line)
    const { parser } = this
    if (line === '') {
      parser.blankLine?.(this.state, 2)
      return
    }
    if (line.length > MAX_LINE) {
      push(tokens, null, line)
      return
    }
    const stream = new StringStream(line, 2, 2)
    for (let stuck = 0; !stream.eol();) {
      stream.start = stream.pos
      const style = parser.token(stream, this.state)
      if (stream.pos > stream.start) {
        push(tokens, tokenKind(style), line.slice(stream.start, stream.pos))
        stuck = 0
      } else if (++stuck > 10) {
        // A parser that does not move would hang the page.
        stream.pos++
        push(tokens, null, line.slice(stream.start, stream.pos))
        stuck = 0
      }
    }
  }
}

function push(tokens: CodeToken[], kind: string | null, text: string): void {
  const last = tokens.at(-1)
  if (last !== undefined && (last[0] === kind || (kind === null && text.trim() === '')))
    tokens[tokens.length - 1] = [last[0], last[1] + text]
  else tokens.push([kind, text])
}

/** Languages besides those of the kit. */
export interface HighlightOptions {
  /** Parsers by the name in a fence. They add languages or replace built-in ones. */
  languages?: Readonly<Record<string, () => Promise<LineParser>>>
}

/**
 * Colours for code in answers, read line by line in idle time while it arrives. Give it to `MarkdownPlugins`. The colours are the
 * custom properties `--antiphon-code-keyword` and so on.
 */
export function highlight({ languages = {} }: HighlightOptions = {}): MarkdownPlugin {
  const parserOf = async (language: string): Promise<LineParser | null> =>
    Object.hasOwn(languages, language) ? ((await languages[language]?.()) ?? null) : loadLanguage(language)
  const loaded = new Map<string, LineParser | null>()
  const colorsOf = (parser: LineParser | null): BlockColors | null => parser && new LineColors(parser)
  return {
    name: 'highlight',
    highlighter: {
      async open(language): Promise<BlockColors | null> {
        const parser = await parserOf(language)
        loaded.set(language, parser)
        return colorsOf(parser)
      },
      reopen(language): BlockColors | null | undefined {
        const parser = loaded.get(language)
        return parser === undefined ? undefined : colorsOf(parser)
      },
    },
  }
}
