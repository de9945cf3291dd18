// `node ../../scripts/build-package.mjs` in the folder of a package builds its `dist` as users get it. tsc writes modules and
// declarations, and the functions of packages/base that the package uses are copied. Entries name what their modules add to other packages. Files that no entry reaches are deleted (parts of stories, declarations of inner files). Then the modules are
// printed without comments, and the entries so that bundlers can take them apart. For the missing source maps see
// docs/decisions/0024-what-is-published.md.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, transformWithOxc } from 'vite'
import { copyBase } from './copy-base.mjs'
import { root } from './pnpm.mjs'
import { asImport, starEntries } from './star-entries.mjs'

/** Imports and exports of other files, in modules, in declarations and in the command of the command line. */
const relativeImport = /(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*["'](\.[^"']+)["']/g

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

/** Every file that an entry or a command leads to, by its path. */
function reached(folder) {
  const { exports, bin = {} } = manifest
  const targets = (value) =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(targets)
  return reachedFrom([...targets(exports), ...targets(bin)].map((path) => join(folder, path)))
}

function reachedFrom(files) {
  const waiting = [...files]
  const found = new Set()
  for (const file of waiting) {
    // A path in a comment leads nowhere; tsc has seen to those in the code.
    if (found.has(file) || !/\.(m?js|d\.ts)$/.test(file) || !existsSync(file)) continue
    found.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, path] of text.matchAll(relativeImport)) {
      const target = resolve(dirname(file), path)
      waiting.push(file.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target)
    }
  }
  return found
}

/**
 * A module may add to an interface of another package, such as its words to those of the kit (`declare module`). tsc leaves an import
 * out of declarations where no type needs it, so an app that takes only the entry could not type these words: the entry names the
 * file, and the file names that other module, which TypeScript does not read because of an addition alone.
 */
function nameAdditions(folder) {
  for (const name of readdirSync(dist, { recursive: true }).filter((path) => path.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, name), 'utf8')
    const [, module] = /^declare module ['"]([^'"]+)/m.exec(text) ?? []
    if (module) writeFileSync(join(dist, name), `import '${module}';\n${text}`)
  }
  for (const { types, default: module } of Object.values(manifest.exports)) {
    if (!types) continue
    const entry = join(folder, types)
    const named = reachedFrom([entry])
    const added = [...reachedFrom([join(folder, module)])]
      .map((file) => file.replace(/\.js$/, '.d.ts'))
      .filter((file) => !named.has(file) && existsSync(file))
      .filter((file) => /^declare module /m.test(readFileSync(file, 'utf8')))
    for (const file of added)
      appendFileSync(entry, `import '${asImport(entry, file).replace(/\.d\.ts$/, '.js')}';\n`)
  }
}

/**
 * Prints a module without comments and with unchanged names and order, so that it can be read in a debugger. Marks of calls without
 * effect (`@__PURE__`) stay, because without them a bundler keeps unused code.
 */
async function printModule(file) {
  const text = readFileSync(file, 'utf8')
  const { comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} is no module: ${errors[0].message}`)
  let bare = ''
  let end = 0
  for (const comment of comments) {
    if (/[@#]__/.test(comment.value)) continue
    bare += text.slice(end, comment.start)
    end = comment.end
  }
  const { code } = await transformWithOxc(bare + text.slice(end), file, { target: 'esnext' })
  writeFileSync(file, code)
}

/** Prints declarations with tabs. Their docstrings stay: editors show them. */
function printDeclarations(file) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)),
  )
}

const folder = process.cwd()
const dist = join(folder, 'dist')
rmSync(dist, { recursive: true, force: true })
const run = (script, ...args) =>
  execFileSync(process.execPath, [script, ...args], { cwd: folder, stdio: 'inherit' })
run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json')
if (existsSync(join(folder, 'build-css.mjs'))) await import(pathToFileURL(join(folder, 'build-css.mjs')).href)

copyBase(folder)
nameAdditions(folder)

const kept = reached(folder)
for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name)
  if (/\.(js|d\.ts)$/.test(name) && !kept.has(file)) rmSync(file)
  else if (name.endsWith('.js')) await printModule(file)
  else if (name.endsWith('.d.ts')) printDeclarations(file)
}
starEntries(folder)
// npm packs what lies in the folder of the package.
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
