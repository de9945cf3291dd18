import { readFileSync } from 'node:fs'
import { join } from 'node:path'
// @ts-expect-error plain JavaScript, which packs as well
import { packageFolders } from '../../scripts/pack.mjs'

const root = join(import.meta.dirname, '../..')

/** Folders of the packages that are published and can be imported: all but the command line. */
export const libraries: readonly string[] = (packageFolders as () => string[])().filter(
  (name) => name !== 'cli',
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
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string> | undefined>
  return Boolean(dependencies?.['react'] ?? peerDependencies?.['react'])
})
