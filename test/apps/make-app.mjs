// Puts a copy of an example outside of the workspace and installs the packed packages into it.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/pnpm.mjs'

const shell = process.platform === 'win32'
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Installed and built files, which are not copied. */
const left = new Set([
  'node_modules',
  'package-lock.json',
  'dist',
  'build',
  'built',
  '.next',
  '.react-router',
  '.astro',
])

/** Puts the app into `folder`: a copy of its example, or what the README says. */
export function makeApp(app, folder) {
  if (app.name === 'readme') return makeFromReadme(folder)
  const filter = (path) => !left.has(path.slice(dirname(path).length + 1))
  cpSync(join(root, 'examples', app.name), folder, { recursive: true, filter })
  return folder
}

/** The commands and the code of the README under "Drop it into your app". */
export function readmeSnippet() {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  const part = text.slice(text.indexOf('## Drop it into your app'))
  const [, commands] = /```sh\n([\s\S]*?)```/.exec(part)
  const [, code] = /```tsx\n([\s\S]*?)```/.exec(part)
  return { commands, code }
}

/** The template of `npm create vite`, with the packages that the README installs and its code in place of `src/App.tsx`. */
function makeFromReadme(folder) {
  const { commands, code } = readmeSnippet()
  if (!/^npm create vite/m.test(commands))
    throw new Error('The README no longer begins with npm create vite.')
  const [, words] = /^npm install (.*)$/m.exec(commands)
  const name = folder.slice(dirname(folder).length + 1)
  mkdirSync(dirname(folder), { recursive: true })
  run(dirname(folder), process.execPath, [
    join(root, 'test/node_modules/create-vite/index.js'),
    name,
    '--template',
    'react-ts',
    '--no-interactive',
    '--overwrite',
  ])
  const file = join(folder, 'package.json')
  const manifest = readJson(file)
  for (const one of words.split(' ')) manifest.dependencies[one] = '*'
  // Its own linter has no part in this.
  delete manifest.devDependencies.oxlint
  manifest.scripts.types = 'tsc -b'
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  writeFileSync(join(folder, 'src/App.tsx'), code)
  return folder
}

/** The packages of ours that `names` need, themselves included. */
function withTheirOwn(names, packed) {
  const found = new Set(names)
  for (const name of found) {
    const tarball = packed.find((one) => one.name === name)
    if (!tarball) throw new Error(`There is no package ${name}.`)
    for (const other of Object.keys(tarball.manifest.dependencies ?? {}))
      if (packed.some((one) => one.name === other)) found.add(other)
  }
  return [...found]
}

const isOurs = (name) => name === 'antiphon' || name.startsWith('@antiphon/')

/**
 * Installs with npm, as a user does, with the tarballs in place of the registry's packages. `versions` takes the place of
 * versions of the app, such as those of React. Throws with npm's words when it refuses.
 */
export function installWithNpm(folder, packed, versions = {}) {
  const file = join(folder, 'package.json')
  const manifest = readJson(file)
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies }
  const ours = withTheirOwn(Object.keys(wanted).filter(isOurs), packed)
  const tarballs = Object.fromEntries(
    ours.map((name) => [name, `file:${packed.find((one) => one.name === name).tarball}`]),
  )
  const others = (list = {}) =>
    Object.fromEntries(
      Object.entries(list)
        .filter(([name]) => !isOurs(name))
        .map(([name, range]) => [name, versions[name] ?? range]),
    )
  manifest.dependencies = { ...others(manifest.dependencies), ...tarballs }
  manifest.devDependencies = others(manifest.devDependencies)
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  installFromRegistry(folder)
}

/** Installs with npm what the app's package.json says. */
export const installFromRegistry = (folder) =>
  run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'])

/** Unpacks the tarballs, and links every other package to the one that this workspace has: it needs no registry. */
export function installFromWorkspace(folder, packed) {
  const manifest = readJson(join(folder, 'package.json'))
  const modules = join(folder, 'node_modules')
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const ours = withTheirOwn(wanted.filter(isOurs), packed)
  // npm installs peers by itself, but for those that are optional.
  const needs = ours.flatMap((name) => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = packed.find(
      (one) => one.name === name,
    ).manifest
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    )
    return [...Object.keys(dependencies ?? {}), ...peers]
  })
  for (const name of ours) {
    const to = join(modules, name)
    mkdirSync(to, { recursive: true })
    run(folder, 'tar', [
      '-xzf',
      packed.find((one) => one.name === name).tarball,
      '-C',
      to,
      '--strip-components=1',
    ])
  }
  for (const name of [...wanted, ...needs].filter((one) => !isOurs(one))) {
    const to = join(modules, name)
    if (existsSync(to)) continue
    const from = ['.', 'test', 'packages/ui', 'packages/cli', 'packages/server']
      .map((at) => join(root, at, 'node_modules', name))
      .find(existsSync)
    if (!from)
      throw new Error(`${name} is not installed in this workspace, so examples that need it cannot be quick.`)
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(realpathSync(from), to, 'junction')
  }
  const commands = join(modules, '.bin')
  mkdirSync(commands, { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules/.bin'))) {
    const to = join(commands, name)
    if (!existsSync(to)) symlinkSync(join(root, 'node_modules/.bin', name), to)
  }
}

/**
 * Checks the types of the app and of the declarations that it loads. Throws with the errors. A framework whose own declarations
 * have some (`strays`) has `skipLibCheck` in its tsconfig.json; its errors are left out and all others kept.
 */
export function checkTypes(app, folder) {
  runScript(folder, 'types')
  if (!app.strays) return
  try {
    run(folder, 'npx', ['tsc', '--noEmit', '--pretty', 'false', '--skipLibCheck', 'false'])
  } catch (error) {
    const errors = error.message
      .split('\n')
      .filter((line) => /error TS/.test(line) && !app.strays.some((from) => line.startsWith(`${from}/`)))
    if (errors.length > 0) throw new Error(errors.join('\n'), { cause: error })
  }
}

/** Runs a script of the app and returns what it printed. Throws with that when it fails. */
export const runScript = (folder, name) => run(folder, 'npm', ['run', '--silent', name])

/**
 * Builds the app. Throws with what was printed when that fails, or when a part of it is a warning. A file over 500 kB before
 * compression does not count: React and a chat have, and test/bundle holds how much. Nor is what Next.js 16 says of React 18.
 */
export function buildApp(folder) {
  const said = runScript(folder, 'build')
  const rest = said
    .replace(/\(!\) Some chunks are larger than 500 kB[\s\S]*?chunkSizeWarningLimit/, '')
    .replace(/^⚠ React 18 support is deprecated in Next\.js.*$/m, '')
  if (/\bwarn(ing)?s?\b|^\s*(\(!\)|⚠)/im.test(rest)) throw new Error(`The build has a warning.\n${said}`)
}

function run(cwd, command, args) {
  // A runner of tests sets NODE_ENV, and a build of an app for users has none.
  const { NODE_ENV: _, ...env } = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NO_COLOR: '1',
  }
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    shell,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    maxBuffer: 64 * 1024 * 1024,
  })
  const said = `${stdout}${stderr}`
  if (error || status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed.\n${error?.message ?? ''}${said}`)
  return said
}
