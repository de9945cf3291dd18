import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readProps, type Prop } from './read-props.js'

export interface ComponentReference {
  name: string
  /** `@antiphon/ui`, `@antiphon/ui/markdown` and so on, where it can be imported from. Absent for inner parts. */
  from?: string
  /** What the source says it is for. */
  about: string
  /** What its props extend, as written. */
  extends: string[]
  props: Prop[]
}

/** What the page of a folder of components shows. */
export interface FolderReference {
  components: ComponentReference[]
  slots: string[]
  /** Attribute by the values that stand in the source; a value that is computed shows as an ellipsis. */
  attributes: Record<string, string[]>
  keys: string[]
}

const source = fileURLToPath(new URL('../../../../packages/ui/src/', import.meta.url))
const hooks = fileURLToPath(new URL('../../../../packages/react/src/', import.meta.url))

/** Groups of components, each in a folder of its own, and single folders that are an entry of the package. */
const groups = ['components', 'shell']
const single = ['inspector', 'markdown', 'math', 'threads']

/** Every folder of components, read from its source: nothing here is written by hand. */
export function readReference(): Record<string, FolderReference> {
  const folders = groups.flatMap((group) =>
    readdirSync(join(source, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${group}/${name}`),
  )
  return Object.fromEntries(
    [...folders, ...groups, ...single]
      .filter((folder) => existsSync(join(source, folder)))
      .map((folder) => [folder.split('/').at(-1)!, readFolder(folder)]),
  )
}

function readFolder(folder: string): FolderReference {
  const files = readdirSync(join(source, folder))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\./.test(file))
    .map((file) => ({ file, text: readFileSync(join(source, folder, file), 'utf8') }))
  const all = files.map(({ text }) => text).join('\n')
  return {
    components: files.flatMap(({ file, text }) =>
      readProps(file, text).map((props) => ({ ...props, from: publicEntry(folder, props.name) })),
    ),
    slots: [...new Set(matches(all, /\b(?:data-)?slot="([\w-]+)"/g))].sort(),
    attributes: attributesOf(all),
    keys: keysOf([...files.map(({ text }) => text), ...hooksOf(all)]),
  }
}

function publicEntry(folder: string, name: string): string | undefined {
  const [group] = folder.split('/')
  const entry = group === 'components' ? 'index.ts' : `${group}/index.ts`
  const path = join(source, entry)
  const exported = new RegExp(`\\b${name}\\b[^;]*? from '\\.`)
  if (!existsSync(path) || !exported.test(readFileSync(path, 'utf8'))) return undefined
  return group === 'components' ? '@antiphon/ui' : `@antiphon/ui/${group}`
}

function attributesOf(text: string): Record<string, string[]> {
  const found: Record<string, Set<string>> = {}
  for (const [, name, value] of text.matchAll(/\s(data-[a-z-]+)=("[^"]*"|\{)/g)) {
    if (name === 'data-slot') continue
    const values = (found[name!] ??= new Set())
    values.add(value === '{' ? '…' : value!.slice(1, -1))
  }
  return Object.fromEntries(
    Object.entries(found)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, values]) => [name, [...values].filter((value) => value !== '').sort()]),
  )
}

/** The hooks of @antiphon/react that a folder uses: what they do with keys is done there. */
function hooksOf(text: string): string[] {
  const imported = matches(text, /import \{([^}]*)\} from '@antiphon\/react'/g).join(',')
  return matches(imported, /\b(use[A-Z]\w*)/g).flatMap((name) => {
    const file = `${name.replace(/(?=[A-Z])/g, '-').toLowerCase()}.ts`
    return ['hooks', 'scroll'].flatMap((folder) => {
      const path = join(hooks, folder, file)
      return existsSync(path) ? [readFileSync(path, 'utf8')] : []
    })
  })
}

/** Keys that the code of a folder compares with, and those that its elements bring along. */
function keysOf(files: readonly string[]): string[] {
  const listening = files.filter((text) => /\.key\b|KeyboardEvent/.test(text)).join('\n')
  const own = matches(
    listening,
    /(?:\bkey|\.key) ===? '([^']+)'|case '(Arrow\w+|Home|End|Enter|Escape|Page\w+| )'/g,
  ).map((key) => (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key))
  const all = files.join('\n')
  if (/<(?:button|Button|IconButton|LedgerRow|CopyButton)\b/.test(all)) own.push('Enter and Space on buttons')
  if (/<a\b/.test(all)) own.push('Enter on links')
  return [...new Set(own)]
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match.slice(1).filter((part) => part !== undefined))
}
