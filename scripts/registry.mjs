// `node scripts/registry.mjs [FOLDER]` writes the registry for shadcn's command: registry.json, and a file for each item. An item is
// a component of examples/shadcn with the files that it imports there, and says itself what it is in its first comment. Default: the
// public folder of the site, whose build calls this.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './pnpm.mjs'

const SOURCES = join(root, 'examples/shadcn/src/components/antiphon')
const HOMEPAGE = 'https://github.com/antiphon-kit/antiphon'

const read = (name) => readFileSync(join(SOURCES, name), 'utf8')
const importsOf = (text) =>
  [...text.matchAll(/\bfrom '([^']+)'|^import '([^']+)'/gm)].map(([, from, bare]) => from ?? bare)
const names = readdirSync(SOURCES)
const fileOf = (path) => names.find((name) => name.replace(/\.tsx?$/, '') === path.slice(2))

/** The file and all that it imports beside itself. */
function withNeighbours(name, found = new Set()) {
  found.add(name)
  for (const path of importsOf(read(name)))
    if (path.startsWith('./') && !found.has(fileOf(path))) withNeighbours(fileOf(path), found)
  return [...found]
}

const packageOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

function itemOf(name) {
  const files = withNeighbours(name)
  const packages = files.flatMap((file) => importsOf(read(file))).filter((path) => !path.startsWith('./'))
  const description = /^\/\*\* (.*) \*\/$/m.exec(read(name))[1]
  return {
    name: name.replace(/\.tsx$/, ''),
    type: 'registry:component',
    title: description.split(/[:.,]/)[0],
    description,
    dependencies: [...new Set(packages.map(packageOf))].filter((one) => one !== 'react'),
    files: files.map((file) => {
      const path = `components/antiphon/${file}`
      return { path, type: 'registry:component', target: path }
    }),
  }
}

/** The items without the text of their files, as registry.json lists them. */
export const registryItems = () => names.filter((name) => name.endsWith('.tsx')).map(itemOf)

export function writeRegistry(folder) {
  mkdirSync(folder, { recursive: true })
  const items = registryItems()
  const write = (name, value) => writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
  const $schema = 'https://ui.shadcn.com/schema/registry'
  write('registry.json', { $schema: `${$schema}.json`, name: 'antiphon', homepage: HOMEPAGE, items })
  for (const item of items) {
    const files = item.files.map((file) => ({ ...file, content: read(file.path.split('/').at(-1)) }))
    write(`${item.name}.json`, { $schema: `${$schema}-item.json`, ...item, files })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeRegistry(process.argv[2] ?? join(root, 'apps/docs/public/r'))
