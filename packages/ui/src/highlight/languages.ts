import type { StreamParser } from '@codemirror/streamparser'

/** Reads a language line by line; what it must remember from one line to the next is its state. */
export type LineParser = StreamParser<unknown>

type Load = () => Promise<object>

const clike: Load = () => import('@codemirror/legacy-modes/mode/clike')
const css: Load = () => import('@codemirror/legacy-modes/mode/css')
const javascript: Load = () => import('@codemirror/legacy-modes/mode/javascript')
const ml: Load = () => import('@codemirror/legacy-modes/mode/mllike')
const sql: Load = () => import('@codemirror/legacy-modes/mode/sql')
const xml: Load = () => import('@codemirror/legacy-modes/mode/xml')

/** Names of a language in fences, where it is, and its name there. */
const table: readonly (readonly [names: string, load: Load, name: string])[] = [
  ['js javascript jsx mjs cjs node', javascript, 'javascript'],
  ['ts typescript tsx mts cts', javascript, 'typescript'],
  ['json jsonc json5 jsonl ndjson', javascript, 'json'],
  ['py python python3 py3', () => import('@codemirror/legacy-modes/mode/python'), 'python'],
  ['sh bash zsh shell console shellsession', () => import('@codemirror/legacy-modes/mode/shell'), 'shell'],
  ['rs rust', () => import('@codemirror/legacy-modes/mode/rust'), 'rust'],
  ['go golang', () => import('@codemirror/legacy-modes/mode/go'), 'go'],
  ['c h', clike, 'c'],
  ['cpp c++ cc cxx hpp', clike, 'cpp'],
  ['java', clike, 'java'],
  ['cs c# csharp', clike, 'csharp'],
  ['kt kotlin kts', clike, 'kotlin'],
  ['scala', clike, 'scala'],
  ['dart', clike, 'dart'],
  ['objc objective-c', clike, 'objectiveC'],
  ['glsl hlsl', clike, 'shader'],
  ['swift', () => import('@codemirror/legacy-modes/mode/swift'), 'swift'],
  ['rb ruby', () => import('@codemirror/legacy-modes/mode/ruby'), 'ruby'],
  ['css', css, 'css'],
  ['scss sass', css, 'sCSS'],
  ['less', css, 'less'],
  ['html vue svelte', xml, 'html'],
  ['xml svg rss xsd', xml, 'xml'],
  ['sql', sql, 'standardSQL'],
  ['mysql mariadb', sql, 'mySQL'],
  ['pgsql postgres postgresql psql', sql, 'pgSQL'],
  ['sqlite sqlite3', sql, 'sqlite'],
  ['tsql mssql', sql, 'msSQL'],
  ['plsql oracle', sql, 'plSQL'],
  ['yaml yml', () => import('@codemirror/legacy-modes/mode/yaml'), 'yaml'],
  ['toml', () => import('@codemirror/legacy-modes/mode/toml'), 'toml'],
  ['ini properties env dotenv conf', () => import('@codemirror/legacy-modes/mode/properties'), 'properties'],
  ['diff patch', () => import('@codemirror/legacy-modes/mode/diff'), 'diff'],
  ['dockerfile docker', () => import('@codemirror/legacy-modes/mode/dockerfile'), 'dockerFile'],
  ['nginx', () => import('@codemirror/legacy-modes/mode/nginx'), 'nginx'],
  ['cmake', () => import('@codemirror/legacy-modes/mode/cmake'), 'cmake'],
  ['http', () => import('@codemirror/legacy-modes/mode/http'), 'http'],
  ['proto protobuf', () => import('@codemirror/legacy-modes/mode/protobuf'), 'protobuf'],
  ['lua', () => import('@codemirror/legacy-modes/mode/lua'), 'lua'],
  ['perl pl', () => import('@codemirror/legacy-modes/mode/perl'), 'perl'],
  ['r', () => import('@codemirror/legacy-modes/mode/r'), 'r'],
  ['julia jl', () => import('@codemirror/legacy-modes/mode/julia'), 'julia'],
  ['haskell hs', () => import('@codemirror/legacy-modes/mode/haskell'), 'haskell'],
  ['ocaml ml', ml, 'oCaml'],
  ['fsharp f# fs', ml, 'fSharp'],
  ['elm', () => import('@codemirror/legacy-modes/mode/elm'), 'elm'],
  ['clojure clj edn', () => import('@codemirror/legacy-modes/mode/clojure'), 'clojure'],
  ['scheme lisp racket', () => import('@codemirror/legacy-modes/mode/scheme'), 'scheme'],
  ['erlang erl', () => import('@codemirror/legacy-modes/mode/erlang'), 'erlang'],
  ['groovy gradle', () => import('@codemirror/legacy-modes/mode/groovy'), 'groovy'],
  ['powershell ps1 pwsh', () => import('@codemirror/legacy-modes/mode/powershell'), 'powerShell'],
  ['tex latex', () => import('@codemirror/legacy-modes/mode/stex'), 'stex'],
  ['cypher', () => import('@codemirror/legacy-modes/mode/cypher'), 'cypher'],
  ['jinja jinja2', () => import('@codemirror/legacy-modes/mode/jinja2'), 'jinja2'],
]

const byName = new Map(
  table.flatMap(([names, load, name]) => names.split(' ').map((alias) => [alias, { load, name }] as const)),
)

/** Names of fences that get colours. */
export const highlightedLanguages: readonly string[] = [...byName.keys()]

/** The parser of a language by its name in a fence, loaded with its first use; null if there is none. */
export async function loadLanguage(language: string): Promise<LineParser | null> {
  const found = byName.get(language)
  if (found === undefined) return null
  const module = (await found.load()) as Readonly<Record<string, LineParser | undefined>>
  return module[found.name] ?? null
}
