// `node scripts/pack.mjs [FOLDER] [PACKAGE…] [-D PACKAGE…]`: writes the tarballs of all packages, which must be built, as they are
// published, and prints the commands that install those that are named. It needs npm and no pnpm. A tarball is the folder of a package
// less what only this checkout has: the condition that leads to the sources, versions such as `workspace:*`, scripts and
// development dependencies.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './pnpm.mjs'

const shell = process.platform === 'win32'
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** The packages that are published by their folders, such as `core`. A private one is only part of others. */
export const packageFolders = () =>
  readdirSync(join(root, 'packages')).filter((name) => {
    const file = join(root, 'packages', name, 'package.json')
    return existsSync(file) && !readJson(file).private
  })

/** Exports without what is in the checkout alone; undefined where nothing is left. */
export function publishedExports(value) {
  if (typeof value === 'string') return /^\.\/(src|css)\//.test(value) ? undefined : value
  const entries = Object.entries(value)
    .filter(([condition]) => condition !== 'antiphon-source')
    .map(([name, target]) => [name, publishedExports(target)])
    .filter(([, target]) => target !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** The manifest as it is published. `versions` has the version of each package of this checkout. */
function publishedManifest(manifest, versions) {
  const published = { ...manifest, exports: publishedExports(manifest.exports) }
  delete published.scripts
  delete published.devDependencies
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    if (!manifest[kind]) continue
    published[kind] = Object.fromEntries(
      Object.entries(manifest[kind]).map(([name, range]) => [
        name,
        range.startsWith('workspace:')
          ? range.slice(10).replace(/^[*^~]?$/, (sign) => (sign === '*' ? '' : sign) + versions[name])
          : range,
      ]),
    )
  }
  return published
}

/**
 * @typedef {object} Packed
 * @property {string} name
 * @property {Record<string, any>} manifest As it is in the tarball.
 * @property {string} tarball Its path.
 * @property {number} unpackedSize In bytes.
 * @property {number} size In bytes.
 * @property {string[]} files Paths in the package.
 */

/**
 * Packs every package into `out` with one call of npm.
 * @param {string} out
 * @returns {Packed[]}
 */
export function packAll(out) {
  const folders = packageFolders()
  const manifests = folders.map((folder) => readJson(join(root, 'packages', folder, 'package.json')))
  const versions = Object.fromEntries(manifests.map(({ name, version }) => [name, version]))
  const published = manifests.map((manifest) => publishedManifest(manifest, versions))
  const stage = mkdtempSync(join(tmpdir(), 'antiphon-stage-'))
  mkdirSync(out, { recursive: true })
  try {
    for (const [i, folder] of folders.entries()) {
      const from = join(root, 'packages', folder)
      const to = join(stage, folder)
      if (!existsSync(join(from, 'dist'))) throw new Error(`packages/${folder} is not built. Run: pnpm build`)
      for (const name of [...manifests[i].files, 'README.md', 'CHANGELOG.md'])
        if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true })
      cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'))
      writeFileSync(join(to, 'package.json'), `${JSON.stringify(published[i], null, 2)}\n`)
    }
    const list = execFileSync(
      'npm',
      [
        'pack',
        '--json',
        '--ignore-scripts',
        '--pack-destination',
        resolve(out),
        ...folders.map((folder) => `./${folder}`),
      ],
      { cwd: stage, encoding: 'utf8', shell, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 },
    )
    return JSON.parse(list).map(({ name, filename, unpackedSize, size, files }) => ({
      name,
      manifest: published.find((manifest) => manifest.name === name),
      tarball: join(resolve(out), filename.replace('@', '').replace('/', '-')),
      unpackedSize,
      size,
      files: files.map(({ path }) => path),
    }))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/**
 * The packages with these names and those of ours that they depend on.
 * @template {{ name: string, manifest: Record<string, any> }} T
 * @param {readonly T[]} packages
 * @param {readonly string[]} names Short (`ui`) or whole (`@antiphon/ui`).
 * @returns {T[]}
 */
export function withDependencies(packages, names) {
  const wanted = new Set()
  const add = (name) => {
    const found = packages.find((one) => [name, `@antiphon/${name}`].includes(one.name))
    if (found && !wanted.has(found)) {
      wanted.add(found)
      Object.keys(found.manifest.dependencies ?? {}).forEach(add)
    }
    return found
  }
  const unknown = names.filter((name) => !add(name))
  if (unknown.length > 0)
    throw new Error(
      `${unknown.join(', ')}: no such package. There are ${packages.map(({ name }) => name).join(', ')}.`,
    )
  return packages.filter((one) => wanted.has(one))
}

const help = `node scripts/pack.mjs [FOLDER] [PACKAGE…] [-D PACKAGE…]

Writes the tarballs of all packages into FOLDER (default node_modules/.cache/tarballs). Run "npx pnpm@12 build" before.
With names of packages it prints the commands that install these tarballs, and those of ours that they depend on, in
another folder. Names after -D are for development: node scripts/pack.mjs tarballs ui threads -D antiphon`

/**
 * The commands that install packages with what they depend on, each tarball once.
 * @param {readonly { name: string, manifest: Record<string, any>, tarball: string }[]} packages
 * @param {readonly string[]} names For the app.
 * @param {readonly string[]} development For its development.
 * @returns {string[]}
 */
export function installCommands(packages, names, development) {
  const own = withDependencies(packages, names)
  const rest = withDependencies(packages, development).filter((one) => !own.includes(one))
  return [
    ['npm install', own],
    ['npm install -D', rest],
  ].flatMap(([command, list]) =>
    list.length > 0 ? `${command} ${list.map(({ tarball }) => JSON.stringify(tarball)).join(' ')}` : [],
  )
}

/** The folder and the packages of a command line, or its help. Throws for an option that is not known. */
function readCommand(args) {
  const { values, tokens } = parseArgs({
    args,
    options: { help: { type: 'boolean', short: 'h' }, 'save-dev': { type: 'boolean', short: 'D' } },
    allowPositionals: true,
    tokens: true,
  })
  const words = { app: [], development: [] }
  let list = words.app
  for (const { kind, name, value } of tokens)
    if (kind === 'positional') list.push(value)
    else if (name === 'save-dev') list = words.development
  const { development } = words
  const [out = join(root, 'node_modules/.cache/tarballs'), ...names] = words.app
  // Before the tarballs are made, which takes a while.
  const all = packageFolders().map((folder) => readJson(join(root, 'packages', folder, 'package.json')))
  withDependencies(
    all.map((manifest) => ({ name: manifest.name, manifest })),
    [...names, ...development],
  )
  return { help: values.help, out, names, development }
}

function runCommand({ help: isAsked, out, names, development }) {
  if (isAsked) return console.log(help)
  const kB = (bytes) => `${Math.round(bytes / 1000)} kB`.padStart(8)
  const packed = packAll(out)
  for (const { name, size, unpackedSize, files } of packed)
    console.log(`${name.padEnd(20)} ${kB(size)}, unpacked ${kB(unpackedSize)}, ${files.length} files`)
  const commands = installCommands(packed, names, development)
  if (commands.length === 0)
    return console.log(
      '\nWith names it prints the command to install them: node scripts/pack.mjs FOLDER ui threads',
    )
  console.log(`\n${commands.join('\n')}`)
}

if (process.argv[1] === import.meta.filename) {
  try {
    runCommand(readCommand(process.argv.slice(2)))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
