// `@antiphon/base` is not published. A package that uses it is built with a copy of the files that it uses, in `dist/base`.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './pnpm.mjs'

const exported = /export \{([^}]*)\} from ["']\.\/([^"']+)["']/g
const statement = /\b(import|export)( type)? \{([^}]*)\} from ["']@antiphon\/base["'];?/g
const typeImport = /\bimport\(["']@antiphon\/base["']\)\.(\w+)/g

const listOf = (names) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
/** `type JsonObject as Json` -> `JsonObject`. */
const bareName = (name) => name.replace(/^type /, '').split(' as ')[0]

/**
 * Copies the build of `@antiphon/base` into the `dist` of a package that has it among its development dependencies. Modules and
 * declarations then name the very files of the copy, so those that nobody names can be deleted.
 * @param {string} folder Of the package.
 */
export function copyBase(folder) {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!devDependencies['@antiphon/base']) return
  const from = join(root, 'packages/base/dist')
  const to = join(folder, 'dist/base')
  const files = new Map(
    [...readFileSync(join(from, 'index.d.ts'), 'utf8').matchAll(exported)].flatMap(([, names, file]) =>
      listOf(names).map((name) => [bareName(name), join(to, file)]),
    ),
  )
  for (const name of readdirSync(join(folder, 'dist'), { recursive: true })) {
    if (!/\.(js|d\.ts)$/.test(name)) continue
    const file = join(folder, 'dist', name)
    const text = readFileSync(file, 'utf8')
    const pathOf = (one) => {
      const path = relative(dirname(file), files.get(bareName(one))).replaceAll('\\', '/')
      return path.startsWith('.') ? path : `./${path}`
    }
    const next = text
      .replace(statement, (_, word, type = '', names) =>
        [...new Set(listOf(names).map(pathOf))]
          .map((path) => {
            const own = listOf(names).filter((name) => pathOf(name) === path)
            return `${word}${type} { ${own.join(', ')} } from '${path}';`
          })
          .join('\n'),
      )
      .replace(typeImport, (_, one) => `import("${pathOf(one)}").${one}`)
    if (/["']@antiphon\/base["']/.test(next))
      throw new Error(`${file} names @antiphon/base in a way that copy-base.mjs does not know.`)
    if (next !== text) writeFileSync(file, next)
  }
  cpSync(from, to, { recursive: true })
}
