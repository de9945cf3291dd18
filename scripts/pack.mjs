// `node scripts/pack.mjs [FOLDER]`: writes the tarballs of all packages, which must be built, as they are published. It needs
// npm and no pnpm. A tarball is the folder of a package less what only this checkout has: the condition that leads to the
// sources, versions such as `workspace:*`, scripts and development dependencies.
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

if (process.argv[1] === import.meta.filename) {
  const kB = (bytes) => `${Math.round(bytes / 1000)} kB`.padStart(8)
  for (const { name, size, unpackedSize, files } of packAll(
    process.argv[2] ?? join(root, 'node_modules/.cache/tarballs'),
  ))
    console.log(`${name.padEnd(20)} ${kB(size)}, unpacked ${kB(unpackedSize)}, ${files.length} files`)
}
