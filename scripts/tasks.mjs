import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bin, pnpm, root } from './pnpm.mjs'

const shell = process.platform === 'win32'
const demoVite = bin('vite', 'apps/demo')

const install = () => pnpm('install', '--frozen-lockfile', '--prefer-offline')

/** Builds the modules that the demo's Vite configuration loads in Node: the demo's server and its dependencies. */
const buildForConfig = () => pnpm('--filter', '@antiphon/server...', 'run', '--silent', 'build')

/** Replaces this process as far as Node allows: same terminal, same exit code. */
function hand(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: 'inherit', shell })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** Takes `--config FILE` out of the arguments: Vite has one of its own, and this is the one of the demo's server. */
function takeConfig(rest) {
  const at = rest.indexOf('--config')
  if (at < 0) return rest
  if (!rest[at + 1]) throw new Error('--config names a file.')
  process.env.ANTIPHON_CONFIG = resolve(rest[at + 1])
  return rest.toSpliced(at, 2)
}

const tasks = {
  /** The demo on the development server, with the scripted endpoint. `--config FILE` is that of its proxy. */
  start(rest) {
    install()
    buildForConfig()
    hand(demoVite, takeConfig(rest), join(root, 'apps/demo'))
  },
  /** The demo as it is used: built, with its security policy and proxy. `--port`, `--host`, `--config`: docs/server.md. */
  serve(rest) {
    install()
    buildForConfig()
    const server = join(root, 'apps/demo/server')
    const env = { ...process.env, ANTIPHON_ENDPOINT: 'server', ANTIPHON_BROTLI: '1', NODE_ENV: 'production' }
    const app = ['build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', join(server, 'dist/app')]
    const sessions = ['build', '--logLevel', 'warn', '--outDir', join(server, 'dist/app/sessions')]
    for (const [cwd, args] of [
      [join(root, 'apps/demo'), app],
      [join(root, 'apps/workbench'), sessions],
      [server, ['build', '--logLevel', 'warn']],
    ]) {
      const { status } = spawnSync(demoVite, args, { cwd, env, stdio: 'inherit', shell })
      if (status !== 0) process.exit(status ?? 1)
    }
    hand(process.execPath, [join(server, 'dist/main/main.js'), ...rest], process.cwd())
  },
  install,
  /**
   * Every test, browser included, after an installation and a build. With arguments, which go to vitest (`npm test -- --project
   * core`, `pnpm test PATH`), only those tests: they read the sources, and those of e2e build what they need
   * (test/support/build-packages.ts).
   */
  test(rest) {
    const whole = rest.length === 0
    if (whole || !existsSync(bin('vitest'))) install()
    if (whole) pnpm('run', '--silent', 'build')
    hand(bin('vitest'), ['run', ...rest], root)
  },
  /** The hunts of test/hunt, which search a space or repeat tests in other places, after a build that they share. */
  hunt(rest) {
    if (!existsSync(bin('vitest'))) install()
    pnpm('run', '--silent', 'build')
    hand(process.execPath, [join(root, 'test/hunt/run.mjs'), ...rest], root)
  },
  /** The demo, the gallery and the site as static pages. */
  'build-apps'() {
    buildForConfig()
    pnpm('--filter', './apps/*', '--workspace-concurrency=1', 'run', 'build')
  },
}

export async function run(name, rest) {
  const task = tasks[name]
  if (!task) throw new Error(`There is no task "${name}". Known: ${Object.keys(tasks).join(', ')}.`)
  task(rest)
}
