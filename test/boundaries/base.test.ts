import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { layers } from './layer-rules.js'

const packages = join(import.meta.dirname, '../../packages')

interface Manifest {
  name: string
  private?: boolean
  exports?: Record<string, unknown>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const manifests = readdirSync(packages).map(
  (folder) => JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as Manifest,
)

/** Names of classes and of changeable values that a module makes when it is loaded. */
function kept(source: string): string[] {
  const { program } = parseSync('a.ts', source)
  return program.body.flatMap((node) => {
    const made = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (made?.type === 'ClassDeclaration') return [`class ${made.id?.name}`]
    if (made?.type !== 'VariableDeclaration') return []
    return made.declarations.flatMap(({ id, init }) => {
      const isMade = init?.type === 'NewExpression' || init?.type === 'CallExpression'
      return made.kind !== 'const' || isMade ? [source.slice(id.start, id.end)] : []
    })
  })
}

describe('packages/base, of which a page may have several copies', () => {
  it.each(
    readdirSync(join(packages, 'base/src')).filter(
      (name) => name.endsWith('.ts') && !name.includes('.test.'),
    ),
  )('%s keeps no state and has no class', (name) => {
    expect(kept(readFileSync(join(packages, 'base/src', name), 'utf8'))).toEqual([])
  })

  it.each([
    ['let last = 0', 'last'],
    ['export const known = new Map<string, string>()', 'known'],
    ['const cache = createCache()', 'cache'],
    ['export class Failure extends Error {}', 'class Failure'],
  ])('%s is found', (source, name) => {
    expect(kept(source)).toEqual([name])
  })

  it('is no dependency of what is published', () => {
    const users = manifests.filter(
      (one) =>
        !one.private && JSON.stringify([one.dependencies, one.peerDependencies]).includes('@antiphon/base'),
    )
    expect(users).toEqual([])
  })
})

it('a layer names entries that others can import, and nothing else of another package', () => {
  const entries = manifests.flatMap(({ name, exports = {} }) =>
    Object.keys(exports).map((key) => name + key.slice(1)),
  )
  const named = Object.values(layers)
    .flat()
    .filter((one) => one.startsWith('@antiphon/'))
  expect(named.filter((one) => !entries.includes(one))).toEqual([])
})
