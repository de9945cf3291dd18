// Finds a pnpm of the pinned major version, or takes it from the npm registry through npx. Works on bare Node and npm.
// Installed programs do not need pnpm: `bin` and `runScript` take them from node_modules.
import { execSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
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

/** The path of an installed command; `folder` is the package that depends on it, the root's own commands by default. */
export const bin = (name, folder = '.') =>
  join(root, folder, 'node_modules/.bin', shell ? `${name}.cmd` : name)

const VITEST_SETS = ['NODE_ENV', 'MODE', 'DEV', 'PROD', 'SSR', 'TEST', 'VITEST']

/**
 * Runs a script of the package.json in `folder`, as pnpm does but without one: under this Node, with the commands of that
 * package and of the root, and without the variables that Vitest sets, which make a build one for development. Throws with
 * all the output when it fails.
 */
export function runScript(folder, name) {
  const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const search = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const commands = [dirname(bin('x', folder)), dirname(bin('x')), dirname(process.execPath)]
  const env = { ...process.env, [search]: [...commands, process.env[search]].join(delimiter) }
  if (env.VITEST) for (const set of VITEST_SETS) delete env[set]
  try {
    execSync(scripts[name], { cwd: join(root, folder), env, stdio: 'pipe', encoding: 'utf8' })
  } catch (error) {
    throw new Error(`The script "${name}" of ${folder} failed.\n${error.stdout}${error.stderr}`, {
      cause: error,
    })
  }
}
