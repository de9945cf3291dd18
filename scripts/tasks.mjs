import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pnpm, root } from './pnpm.mjs'

const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Replaces this process as far as Node allows: same terminal, same exit code. */
function hand(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

const tasks = {
  /** The demo on the scripted endpoint. */
  start(rest) {
    pnpm('install', '--frozen-lockfile', '--prefer-offline')
    pnpm('--filter', '@antiphon/endpoint', 'run', '--silent', 'build')
    hand(join(root, 'apps/demo/node_modules/.bin/vite'), rest, join(root, 'apps/demo'))
  },
  /** Every test, browser included. Arguments go to vitest: `npm test -- --project core`. */
  test(rest) {
    pnpm('install', '--frozen-lockfile', '--prefer-offline')
    pnpm('run', '--silent', 'build')
    hand(bin('vitest'), ['run', ...rest], root)
  },
  /** The demo and the gallery as static pages. */
  'build-apps'() {
    pnpm('--filter', './apps/*', '--workspace-concurrency=1', 'run', 'build')
  },
}

export async function run(name, rest) {
  const task = tasks[name]
  if (!task) throw new Error(`There is no task "${name}". Known: ${Object.keys(tasks).join(', ')}.`)
  task(rest)
}
