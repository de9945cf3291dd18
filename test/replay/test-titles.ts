import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { filesBelow } from '../support/files-below.js'

const root = join(import.meta.dirname, '../..')

interface Node {
  type: string
  [key: string]: unknown
}

/**
 * Titles of the tests and groups of every test file, by path from the repository root. A title with `%s` or `%j` is listed as
 * written and once for each row that can be read from the source. Skipped tests have no title.
 */
export function readTestTitles(): Map<string, Set<string>> {
  const folders = ['test', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)]
  const files = folders.flatMap(filesBelow).filter((file) => /\.test\.tsx?$/.test(file))
  return new Map(files.sort().map((file) => [file, titlesOf(file, readFileSync(join(root, file), 'utf8'))]))
}

function titlesOf(file: string, source: string): Set<string> {
  const program = parseSync(file, source).program as unknown as Node
  const values = new Map<string, Node>()
  const calls: Node[] = []
  walk(program, (node) => {
    if (node.type === 'CallExpression') calls.push(node)
    if (node.type === 'VariableDeclarator' && isNode(node.init))
      values.set((node.id as Node).name as string, node.init)
  })
  const titles = new Set<string>()
  for (const call of calls) {
    const callee = call.callee as Node
    const names = namesOf(callee)
    if (!/^(test|it|describe)$/.test(names[0] ?? '') || names.includes('skip') || names.includes('todo'))
      continue
    const title = textOf((call.arguments as Node[])[0])
    if (title === undefined) continue
    titles.add(title)
    if (names.includes('each') && callee.type === 'CallExpression') {
      for (const row of rowsOf((callee.arguments as Node[])[0], values))
        titles.add(title.replace(/%[sj]|\$\w+/, row))
    }
  }
  return titles
}

/** `describe.skipIf(x).each(rows)` as its names: describe, skipIf, each. */
function namesOf(callee: Node): string[] {
  if (callee.type === 'Identifier') return [callee.name as string]
  if (callee.type === 'CallExpression') return namesOf(callee.callee as Node)
  if (callee.type !== 'MemberExpression') return []
  return [...namesOf(callee.object as Node), (callee.property as Node).name as string]
}

/** The words that name each row of a table: its text, its first text, its name or its key. */
function rowsOf(node: Node | undefined, values: Map<string, Node>): string[] {
  if (!node) return []
  const text = textOf(node)
  if (text !== undefined) return [text]
  switch (node.type) {
    case 'Identifier': {
      const value = values.get(node.name as string)
      values.delete(node.name as string)
      return rowsOf(value, values)
    }
    case 'ArrayExpression':
      return (node.elements as Node[]).flatMap((row) => rowOf(row, values))
    case 'SpreadElement':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return rowsOf((node.argument ?? node.expression) as Node, values)
    case 'ObjectExpression':
      return (node.properties as Node[]).flatMap(({ key }) => keyOf(key) ?? [])
    case 'CallExpression': {
      const { callee, arguments: args } = node as unknown as { callee: Node; arguments: Node[] }
      const ofObject = namesOf(callee)[0] === 'Object'
      return rowsOf(ofObject ? args[0] : (callee.object as Node | undefined), values)
    }
    default:
      return []
  }
}

function rowOf(row: Node, values: Map<string, Node>): string[] {
  if (row.type === 'SpreadElement') return rowsOf(row, values)
  if (row.type === 'ArrayExpression') return [textOf((row.elements as Node[])[0]) ?? []].flat()
  if (row.type !== 'ObjectExpression') return [textOf(row) ?? []].flat()
  const name = (row.properties as Node[]).find(({ key }) => keyOf(key) === 'name')
  return [textOf(name?.value as Node | undefined) ?? []].flat()
}

function keyOf(key: unknown): string | undefined {
  return isNode(key) ? ((key.name as string | undefined) ?? (key.value as string | undefined)) : undefined
}

/** The text of a literal, or of a template that only inserts nothing. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral' || (node.expressions as Node[]).length > 0) return undefined
  return (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}
