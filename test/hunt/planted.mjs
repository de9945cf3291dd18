// Does the model of the whole (test/property/whole), with the amounts of `npm test`, find each planted bug? `--only NAME`: one bug.
// `--keep`: draws as many as a hunt, and adds the smallest sequence that found it to test/fixtures/found, which every run tries first.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/pnpm.mjs'
import { plantedBugs } from '../property/whole/planted-bugs.mjs'

const { values } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } },
})
// The runner may have a fresh seed; `npm test` has one of its own.
delete process.env.ANTIPHON_SEED
const wanted = plantedBugs.filter(({ name }) => !values.only || name === values.only)

// A fault of the product itself would be found in place of a planted one.
const own = await found('none')
if (own)
  console.log(`The product itself fails (${own}). Mend that first, or name it in ANTIPHON_WHOLE_KNOWN.`)
const missed = []
for (const { name } of wanted) {
  const words = await found(name)
  console.log(words ? `found   ${name}: ${words}` : `MISSED  ${name}`)
  if (!words) missed.push(name)
}
console.log(`${wanted.length - missed.length} passed, ${missed.length} failed`)
process.exit(missed.length > 0 || own ? 1 : 0)

/** The kind of fault that the model finds with this bug, and in which sequence. */
async function found(name) {
  const more = values.keep ? '1' : ''
  const { output } = await run({
    ...process.env,
    ANTIPHON_PLANTED: name,
    ANTIPHON_HUNT: more,
    ANTIPHON_KEEP: more,
  })
  const [, sequence, kind, words] = /equence (\d+|"[^"$]+") found "([^"$]+)": (.*)/.exec(output) ?? []
  if (kind) return `${kind}, sequence ${sequence} (${words})`
  if (!/\d+ sequences: /.test(output)) throw new Error(`The model did not run:\n${output}`)
  return undefined
}

function run(env) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--config', 'test/property/whole/planted.config.ts'],
      { cwd: root, env: { ...env, NO_COLOR: '1' } },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('exit', () => resolve({ output }))
  })
}
