// An entry as bundlers can take it apart. esbuild with `splitting` loads everything that a file names in `import` or
// `export { … } from`, once one name of that file is used: a page with a button had the whole kit (docs/decisions/0024). It
// follows `export *` for the names that are wanted and no others. So each file that an entry names gets a small file that
// exports those names of it, and the entry is a list of stars.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const statement = /export (?:\*(?: as \w+)?|\{([^}]*)\}) from "([^"]+)";\s*/g

/** The names that an entry exports, by the module that it has them from; undefined where it is more than a list of those. */
function namesByModule(text) {
  const rest = text.replace(statement, '').replace(/export \{\};/g, '')
  if (rest.trim() !== '') return undefined
  const found = new Map()
  for (const [line, names, from] of text.matchAll(statement)) {
    const known = found.get(from) ?? { stars: [], names: [] }
    if (names === undefined) known.stars.push(line.trim())
    else known.names.push(...names.split(',').map((name) => name.trim()))
    found.set(from, known)
  }
  return found
}

/**
 * Rewrites the entries of a package that only export names of other files. An entry with a directive, or with code of its own,
 * stays as it is.
 * @param {string} folder Of the package.
 */
export function starEntries(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const target of Object.values(exports)) {
    const file = join(folder, typeof target === 'string' ? target : target.default)
    if (!file.endsWith('.js') || !existsSync(file)) continue
    const modules = namesByModule(readFileSync(file, 'utf8'))
    if (!modules || modules.size < 2) continue
    const dist = join(folder, 'dist')
    const parts = join(dist, 'names', relative(dist, file).replace(/\.js$/, ''))
    const lines = []
    for (const [from, { stars, names }] of modules) {
      lines.push(...stars)
      const list = names.filter(Boolean)
      if (list.length === 0) continue
      const path = from.startsWith('.') ? join(dirname(file), from) : undefined
      const name = (path ? relative(dist, path).replace(/\.js$/, '') : from).replaceAll(/[^\w-]+/g, '-')
      const part = join(parts, `${name.replace(/^-/, '')}.js`)
      mkdirSync(parts, { recursive: true })
      writeFileSync(
        part,
        `export { ${list.join(', ')} } from ${JSON.stringify(path ? asImport(part, path) : from)};\n`,
      )
      lines.push(`export * from ${JSON.stringify(asImport(file, part))};`)
    }
    writeFileSync(file, `${lines.join('\n')}\n`)
  }
}

/** The path from one file to another, as an import has it. */
export function asImport(from, to) {
  const path = relative(dirname(from), to).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
