import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
// @ts-expect-error plain JavaScript, which installs as well
import { root, runScript } from '../../scripts/pnpm.mjs'

/** Each after those that it depends on. The command is last, because its page is made of most of them. */
const packages: string[] = []
for (const name of readdirSync(join(root, 'packages'))) if (name !== 'cli') addPackage(name)
addPackage('cli')

function addPackage(name: string): void {
  if (packages.includes(name)) return
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest
  const needed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  for (const one of needed) if (one.startsWith('@antiphon/')) addPackage(one.slice('@antiphon/'.length))
  packages.push(name)
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** When the youngest file below changed, in ms; 0 where there is none. */
function lastChange(folder: string): number {
  let last = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) last = Math.max(last, statSync(join(entry.parentPath, entry.name)).mtimeMs)
  return last
}

/** When that changed last from which each of them is built: the scripts, and the functions that most have a copy of. */
const builderChange = Math.max(
  lastChange(join(root, 'packages/base/src')),
  ...['build-package.mjs', 'copy-base.mjs', 'star-entries.mjs'].map(
    (name) => statSync(join(root, 'scripts', name)).mtimeMs,
  ),
)

/** Sources from outside of a package's folder that are in its build: the page of `antiphon view` is one of apps/workbench, and the sheet of
 * the kit has the classes of all its packages. */
const others: Readonly<Record<string, string[]>> = {
  ui: [
    'packages/threads/src/ui',
    'packages/devtools/src/react',
    'packages/shell/src',
    'packages/mcp/src/apps',
    'packages/artifacts/src/react',
  ],
  cli: [
    'apps/parts/src',
    'apps/workbench/src',
    'packages/ui/src',
    'packages/transcripts/src',
    'packages/sessions/src',
  ],
}

function isBuilt(name: string): boolean {
  const folder = join(root, 'packages', name)
  const names = readdirSync(folder)
  if (!names.includes('dist')) return false
  const built = lastChange(join(folder, 'dist'))
  const from = [
    ...['src', 'css'].filter((one) => names.includes(one)).map((one) => join(folder, one)),
    ...(others[name] ?? []).map((path) => join(root, path)),
  ]
  return Math.max(builderChange, ...from.map(lastChange)) < built
}

/**
 * Before the e2e tests, which use the packages as their users get them: builds those whose build is missing or older than
 * their sources or than what builds them. The pages that the tests open are built by the first file that opens them (builds-folder.ts).
 */
export function setup(): void {
  for (const name of packages) {
    if (isBuilt(name)) continue
    console.log(`Building packages/${name} …`)
    runScript(`packages/${name}`, 'build')
  }
}
