import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** One name that an entry exports. */
interface ApiName {
  name: string
  /** Its declarations, without comments. */
  text: string
  /** The file that declares it. */
  file: string
}

export interface ApiEntry {
  /** Such as `@antiphon/core/errors`. */
  name: string
  names: ApiName[]
}

interface Module {
  /** Text of each declaration by its local name. */
  declared: Map<string, string[]>
  /** The origin of each exported name: declared here, or another name of another file. */
  exported: Map<string, { local: string } | { from: string; name: string }>
  /** Files whose names are all exported. */
  stars: string[]
}

const modules = new Map<string, Module>()
const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: string; value?: string }
  return name ?? value ?? ''
}

function readModule(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text)
  const found: Module = { declared: new Map(), exported: new Map(), stars: [] }
  modules.set(file, found)

  const withoutComments = ({ start, end }: Node): string => {
    let rest = ''
    let at = start
    for (const comment of comments) {
      if (comment.start < at || comment.end > end) continue
      rest += text.slice(at, comment.start)
      at = comment.end
    }
    return (
      (rest + text.slice(at, end))
        .replace(/^\s*\n/gm, '')
        // Packed declarations are indented by tabs.
        .replaceAll('\t', '    ')
        .replace(/^export (declare )?/, '')
    )
  }
  const declare = (node: Node, place: Node): string[] => {
    const names =
      node.type === 'VariableDeclaration'
        ? (node.declarations as Node[]).map(({ id }) => nameOf(id))
        : [nameOf(node.id)]
    for (const name of names)
      found.declared.set(name, [...(found.declared.get(name) ?? []), withoutComments(place)])
    return names
  }

  for (const node of (program as unknown as { body: Node[] }).body) {
    const from = node.source ? join(dirname(file), nameOf(node.source).replace(/\.js$/, '.d.ts')) : undefined
    const isOwn = from === undefined || nameOf(node.source).startsWith('.')
    if (node.type === 'ExportAllDeclaration' && from && isOwn) found.stars.push(from)
    else if (node.type === 'ExportNamedDeclaration' && node.declaration)
      for (const name of declare(node.declaration as Node, node)) found.exported.set(name, { local: name })
    else if (node.type === 'ExportNamedDeclaration' && isOwn)
      for (const { local, exported } of node.specifiers as { local: Node; exported: Node }[])
        found.exported.set(nameOf(exported), from ? { from, name: nameOf(local) } : { local: nameOf(local) })
    else if (node.type === 'ImportDeclaration' && from && isOwn) {
      // A name that is imported to be exported is found by its local name.
      for (const { local, imported } of node.specifiers as { local: Node; imported?: Node }[])
        if (imported) found.exported.set(`import ${nameOf(local)}`, { from, name: nameOf(imported) })
    } else if (node.id || node.declarations) declare(node, node)
  }
  return found
}

function find(file: string, name: string): ApiName | undefined {
  const { declared, exported, stars } = readModule(file)
  const target = exported.get(name)
  if (target && 'from' in target) return find(target.from, target.name)
  if (target) {
    const imported = exported.get(`import ${target.local}`)
    if (imported && 'from' in imported) return find(imported.from, imported.name)
    return { name, text: (declared.get(target.local) ?? []).join('\n'), file }
  }
  for (const star of stars) {
    const inner = find(star, name)
    if (inner) return inner
  }
  return undefined
}

function namesOf(file: string): string[] {
  const { exported, stars } = readModule(file)
  const own = [...exported.keys()].filter((name) => !name.startsWith('import '))
  return [...new Set([...own, ...stars.flatMap(namesOf)])]
}

/** Reads the exports of each entry of a package from its built declarations. Sheets, JSON and other files are not entries. */
export function readApi(folder: string): ApiEntry[] {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    exports: Record<string, string | { types?: string }>
  }
  return Object.entries(exports).flatMap(([path, target]) => {
    // A path with an ending is a file, such as a sheet, and not an entry.
    const types = typeof target === 'object' && !/\.\w+$/.test(path) ? target.types : undefined
    if (!types) return []
    const file = resolve(folder, types)
    if (!existsSync(file)) throw new Error(`${file} is not there. Run: pnpm build`)
    const names = namesOf(file).flatMap((one) => {
      const found = find(file, one)
      return found ? [{ ...found, name: one }] : []
    })
    return [{ name: path.replace('.', name), names: names.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }]
  })
}

/** The report of a package: each name of each entry with its declaration. */
export function apiReport(packageName: string, entries: readonly ApiEntry[]): string {
  const parts = entries.map(
    ({ name, names }) =>
      `## \`${name}\`\n\n\`\`\`ts\n${names.map(({ name: one, text }) => (new RegExp(`\\b${one}\\b`).test(text) ? text : `// as ${one}\n${text}`)).join('\n\n')}\n\`\`\`\n`,
  )
  return `# The API of \`${packageName}\`\n\nEvery name that can be imported, from the built declarations. A test compares it; \`UPDATE_DOCS=1\` writes it.\n\n${parts.join('\n')}`
}
