export type TokenKind = 'keyword' | 'function' | 'number' | 'string' | 'comment'

/** A piece of code; `kind` is null for what has no colour. */
export type CodeToken = readonly [kind: TokenKind | null, text: string]

/** Longer code stays without colours. */
const MAX_LENGTH = 50_000

const C_WORDS =
  'abstract as async await boolean break byte case catch chan char class const constructor continue crate debugger declare default defer delete do double dyn else enum export extends extern false final finally float fn for foreach from func function get go goto if impl implements import in infer instanceof int interface is keyof let long loop match mod move mut namespace new nil null of override package private protected pub public readonly return satisfies self set short sizeof static string struct super switch this throw throws trait true try type typeof undefined union unsafe use using val var virtual void volatile when where while with yield'
const HASH_WORDS =
  'and as assert async await begin break case class continue def del do done elif else elsif end ensure esac except export false False fi finally for from function global if import in is lambda local match module next nil None nonlocal not null or pass raise rescue return self set super then true True try unless until while with yield'
const SQL_WORDS =
  'add all alter and as asc begin between by case cast column commit constraint create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer over partition primary references returning right rollback select set table then true union unique update using values view when where with'

interface Family {
  readonly words: ReadonlySet<string>
  readonly pattern: RegExp
  /** Words are compared in lower case. */
  readonly fold: boolean
}

const BLOCK = String.raw`\/\*(?:[^]*?\*\/|[^]*)`
const DOUBLE = String.raw`"(?:[^"\\\n]|\\.)*"`
const SINGLE = String.raw`'(?:[^'\\\n]|\\.)*'`
const TICKS = String.raw`${'`'}(?:[^${'`'}\\]|\\[^])*${'`'}`
const NUMBER = String.raw`(?<![\w$.])(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e[-+]?\d+)?)\w*`
const WORD = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`

function family(words: string, comment: string, string: string, fold = false): Family {
  const pattern = `(?<comment>${comment})|(?<string>${string})|(?<number>${NUMBER})|(?<word>${WORD})(?=(?<call>\\()?)`
  return { words: new Set(words.split(' ')), pattern: new RegExp(pattern, 'giu'), fold }
}

/** A regular expression of JavaScript, where a value may stand; bounded, so that a scan stays short. */
const CLASS = String.raw`\[(?:[^\]\\\n]|\\.){0,99}\]`
const REGEXP = String.raw`(?=\/)(?<=(?:^|[(,=:[!&|?{};]|\breturn)\s{0,99})\/(?![*\/])(?:[^\\\/\n[]|\\.|${CLASS}){1,299}\/[a-z]*`
const TRIPLE = String.raw`"""(?:[^]*?"""|[^]*)|'''(?:[^]*?'''|[^]*)`

const makers: [names: string, make: () => Family][] = [
  [
    'js jsx ts tsx javascript typescript mjs cjs',
    () => family(C_WORDS, String.raw`\/\/.*|${BLOCK}`, [DOUBLE, SINGLE, TICKS, REGEXP].join('|')),
  ],
  [
    'c cpp c++ cs c# csharp java kotlin kt swift dart scala php go',
    () => family(C_WORDS, String.raw`\/\/.*|${BLOCK}`, [DOUBLE, SINGLE, TICKS].join('|')),
  ],
  // A lifetime has one quote, a character two.
  [
    'rs rust',
    () => family(C_WORDS, String.raw`\/\/.*|${BLOCK}`, String.raw`${DOUBLE}|'(?:[^'\\\n]|\\.[^'\n]*)'`),
  ],
  ['json jsonc json5', () => family('true false null', String.raw`\/\/.*|${BLOCK}`, DOUBLE)],
  ['css scss less', () => family('important media import supports from to', BLOCK, `${DOUBLE}|${SINGLE}`)],
  [
    'py python rb ruby sh bash zsh shell toml yaml yml',
    () => family(HASH_WORDS, String.raw`(?<![^\s;])#.*`, `${TRIPLE}|${DOUBLE}|${SINGLE}`),
  ],
  ['sql', () => family(SQL_WORDS, String.raw`--.*|${BLOCK}`, `${SINGLE}|${DOUBLE}`, true)],
]

const families = new Map<string, Family>()

function familyOf(language: string): Family | null {
  const known = families.get(language)
  if (known !== undefined) return known
  const made = makers.find(([names]) => names.split(' ').includes(language))?.[1]() ?? null
  if (made !== null) families.set(language, made)
  return made
}

function kindOf({ words, fold }: Family, groups: Record<string, string | undefined>): TokenKind | null {
  if (groups['comment'] !== undefined) return 'comment'
  if (groups['string'] !== undefined) return 'string'
  if (groups['number'] !== undefined) return 'number'
  const word = groups['word'] ?? ''
  if (words.has(fold ? word.toLowerCase() : word)) return 'keyword'
  return groups['call'] === undefined ? null : 'function'
}

/**
 * The code in tokens, at once and without loading anything, as a page that is written in one go needs it; null if the language is
 * not known or the code too long. The texts joined are the code: nothing but a colour can be wrong.
 */
export function colorCode(code: string, language: string): CodeToken[] | null {
  const found = code.length > MAX_LENGTH ? null : familyOf(language)
  if (found === null) return null
  const tokens: CodeToken[] = []
  let at = 0
  for (const match of code.matchAll(found.pattern)) {
    const kind = kindOf(found, match.groups ?? {})
    if (kind === null || match[0] === '') continue
    if (match.index > at) tokens.push([null, code.slice(at, match.index)])
    tokens.push([kind, match[0]])
    at = match.index + match[0].length
  }
  if (at < code.length) tokens.push([null, code.slice(at)])
  return tokens
}
