import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  private?: boolean
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const folder = join(import.meta.dirname, '../../packages')
const fileOf = (name: string): string => join(folder, name, 'package.json')
const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(fileOf(name), 'utf8')) as Manifest

/** Folders of the packages that are published and can be imported: all but the command line. */
export const libraries: readonly string[] = readdirSync(folder).filter(
  (name) => name !== 'cli' && existsSync(fileOf(name)) && !manifestOf(name).private,
)

/** Those that go into a page. The kernel is first, as readers want it. */
export const inPages: readonly string[] = [
  'core',
  'react',
  'ui',
  ...libraries.filter((name) => !/^(?:core|react|ui|endpoint|server)$/.test(name)),
]

/** Those with React in them. */
export const withReact: readonly string[] = libraries.filter((name) => {
  const { dependencies, peerDependencies } = manifestOf(name)
  return Boolean(dependencies?.['react'] ?? peerDependencies?.['react'])
})
