/**
 * `pnpm test:long`: the model of the whole (test/property/whole) over many more sequences than `npm test` draws, on all
 * processors, and then what else does more here than there (test/support/amount.ts). `pnpm test:long --planted`: proves that it finds what is wrong, bug by bug.
 *
 * `--runs N`: sequences in all, default 100,000. `--seed N`: default the time. `--only NAME`: one planted bug.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './pnpm.mjs'

const { values } = parseArgs({
  options: {
    planted: { type: 'boolean', default: false },
    runs: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
})
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const seed = Number(values.seed ?? Date.now() % 2 ** 31)

/** The other tests that do more with `ANTIPHON_LONG`. */
const moreElsewhere = [
  'packages/ui/src/deep-nesting.test.tsx',
  'packages/ui/src/markdown/streaming-cost.test.ts',
  'test/contract/formats/session-cuts.test.ts',
  'test/contract/formats/session-variants.test.ts',
  'test/e2e/demo-kill.test.ts',
  'test/property/formats.property.test.ts',
  'test/property/stream.property.test.ts',
  'test/replay/cuts.test.ts',
  'test/replay/splits.test.ts',
]

/** Runs tests in a process of their own. */
function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, 'run', ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('exit', (code) => resolve({ code, output }))
  })
}

async function long() {
  const runs = Number(values.runs ?? 100_000)
  const workers = availableParallelism()
  console.log(`${runs} sequences in ${workers} processes, seed ${seed}`)
  const started = Date.now()
  const results = await Promise.all(
    Array.from({ length: workers }, (_, i) =>
      run(['--project', 'core', 'test/property/whole.property.test.ts'], {
        ANTIPHON_WHOLE_RUNS: String(Math.ceil(runs / workers)),
        ANTIPHON_SEED: String(seed + i),
      }),
    ),
  )
  for (const { output } of results) console.log(output)
  const { code, output } = await run(moreElsewhere, { ANTIPHON_LONG: '1' })
  console.log(output)
  const failed = [...results, { code }].filter((result) => result.code !== 0).length
  console.log(`${Math.round((Date.now() - started) / 1000)} s, ${failed} of ${workers + 1} processes failed`)
  process.exit(failed > 0 ? 1 : 0)
}

async function planted() {
  const { plantedBugs } = await import('../test/property/whole/planted-bugs.mjs')
  const wanted = plantedBugs.filter(({ name }) => !values.only || name === values.only)
  const missed = []
  // What the product has of its own would be found in the place of what is planted.
  const own = await found('none')
  if (own)
    console.log(`The product itself fails (${own}). Mend that first, or name it in ANTIPHON_WHOLE_KNOWN.`)
  for (const { name } of wanted) {
    const words = await found(name)
    console.log(words ? `found   ${name}: ${words}` : `MISSED  ${name}`)
    if (!words) missed.push(name)
  }
  console.log(`${wanted.length - missed.length} of ${wanted.length} planted bugs found`)
  process.exit(missed.length > 0 ? 1 : 0)
}

/** What the model finds with this bug: the kind of fault, after how many sequences. */
async function found(name) {
  const { output } = await run(['--config', 'test/property/whole/planted.config.ts'], {
    ANTIPHON_PLANTED: name,
    ANTIPHON_WHOLE_RUNS: values.runs ?? '2000',
    ...(values.seed && { ANTIPHON_SEED: values.seed }),
  })
  const [, sequence, kind, words] = /Sequence (\d+) found "([^"]+)": (.*)/.exec(output) ?? []
  if (kind) return `${kind}, sequence ${sequence} (${words})`
  if (!/\d+ sequences: /.test(output)) throw new Error(`The model did not run:\n${output}`)
  return undefined
}

await (values.planted ? planted() : long())
