// Finds a pnpm of the pinned major version, or takes it from the npm registry through npx. Works on bare Node and npm.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const shell = process.platform === 'win32'
const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const version = packageManager.split('@')[1].split('+')[0]

function findPnpm() {
  const have = spawnSync('pnpm', ['--version'], { cwd: root, encoding: 'utf8', shell })
  const fits = have.status === 0 && have.stdout.trim().split('.')[0] === version.split('.')[0]
  return fits ? ['pnpm'] : ['npx', '--yes', `pnpm@${version}`]
}

let command

/** Runs pnpm and ends this process with its exit code when it fails. */
export function pnpm(...args) {
  command ??= findPnpm()
  const result = spawnSync(command[0], [...command.slice(1), ...args], { cwd: root, stdio: 'inherit', shell })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
