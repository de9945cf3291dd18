// `npm run test:hunt`: runs the hunts of hunts.mjs, two at a time, and says of each its time, seed and failures. See CONTRIBUTING.md.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/pnpm.mjs'
import { filesWithTag, hunts } from './hunts.mjs'

const HELP = `npm run test:hunt -- [options]
  --only NAME[,NAME]  these hunts: ${hunts.map(({ name }) => name).join(', ')}
  --seed N            draws with this seed (default 20261121)
  --fresh             draws with a new seed; what fails is kept in test/fixtures/found, which npm test tries from then on
  --minutes N         begins no hunt after N minutes; with time left, draws go on with further seeds
  --log FOLDER        writes the output of each hunt there`
/** That of test/setup-property.ts. */
const USUAL_SEED = 20261121
/** More than two slow each other down on a small machine. */
const AT_ONCE = 2

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    log: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) end(HELP, 0)
const numbers = [values.seed, values.minutes].filter((text) => text !== undefined)
if (numbers.some((text) => !(Number(text) > 0)))
  end(`--seed and --minutes take a number above 0.\n${HELP}`, 2)
const named = values.only?.split(',')
const unknown = named?.find((name) => !hunts.some((hunt) => hunt.name === name))
if (unknown) end(`There is no hunt "${unknown}".\n${HELP}`, 2)

const begun = Date.now()
const until = values.minutes ? begun + Number(values.minutes) * 60_000 : Infinity
const firstSeed = Number(values.seed ?? (values.fresh ? begun % 2 ** 31 : USUAL_SEED))
// Before the first hunt: a folder that is missing at its end would cost the whole report.
if (values.log) mkdirSync(values.log, { recursive: true })
const work = mkdtempSync(join(tmpdir(), 'antiphon-hunt-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))

const chosen = hunts.filter(({ name }) => !named || named.includes(name))
/** Results in the order in which they ended. */
const results = []
await runAll(
  chosen.filter(({ alone }) => !alone).map((hunt) => ({ hunt, seed: firstSeed })),
  AT_ONCE,
)
await runAll(
  chosen.filter(({ alone }) => alone).map((hunt) => ({ hunt, seed: firstSeed })),
  1,
)
const drawing = values.minutes ? chosen.filter(({ draws }) => draws) : []
for (let round = 1; drawing.length > 0 && Date.now() < until; round++) {
  await runAll(
    drawing.map((hunt) => ({ hunt, seed: firstSeed + round })),
    AT_ONCE,
  )
}
report()

/** Runs these, `most` at a time; those that are left when the time is over are listed as not run. */
async function runAll(jobs, most) {
  const next = async () => {
    const job = jobs.shift()
    if (!job) return
    if (Date.now() >= until) results.push({ ...job, notRun: true })
    else results.push(await run(job))
    return next()
  }
  await Promise.all(Array.from({ length: most }, next))
}

async function run({ hunt, seed }) {
  const started = Date.now()
  const file = join(work, `${hunt.name}-${seed}.json`)
  const env = {
    ...process.env,
    NO_COLOR: '1',
    ANTIPHON_HUNT: '1',
    ANTIPHON_SEED: String(seed),
    ...(seed !== USUAL_SEED && { ANTIPHON_KEEP: '1' }),
    ...hunt.env,
  }
  const { code, output } = await start(hunt.script ?? vitestArgs(hunt, file), env)
  if (values.log) writeFileSync(join(values.log, `${hunt.name}-${seed}.log`), output)
  const seconds = Math.round((Date.now() - started) / 1000)
  const { passed, failed } = hunt.script ? countsOf(output) : readCounts(file)
  const says = output
    .split('\n')
    .filter((line) => /^(?:Journeys in|Heard in|Not all is said|\d[\d,]* sequences)/.test(line))
  const result = { hunt, seed, seconds, passed, failed: code === 0 ? 0 : Math.max(1, failed), says }
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${line(result)}`)
  for (const said of says) console.log(`       ${said.slice(0, 200)}`)
  if (code !== 0) console.log(output.split('\n').slice(-150).join('\n'))
  return result
}

function vitestArgs({ project, tests = [], not = [], retry = 0, tagged = false }, file) {
  return [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...[project].flat().flatMap((name) => ['--project', name]),
    ...not.flatMap((path) => ['--exclude', `**/${path}*`]),
    ...(tagged || tests.length > 0 ? [`--tags-filter=${tagged ? '' : '!'}hunt`] : []),
    `--retry=${retry}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(tagged ? filesWithTag() : tests),
  ]
}

function start(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('exit', (code) => resolve({ code, output }))
  })
}

/** Reads the counts in the last line of a script's output. */
function countsOf(output) {
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [undefined, '0', '0']
  return { passed: Number(passed), failed: Number(failed) }
}

function readCounts(file) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    // It ended before it could write.
    return { passed: 0, failed: 1 }
  }
}

function line({ hunt, seed, seconds, passed, failed, notRun }) {
  const words = notRun ? 'not run: the time was over' : `${passed} passed, ${failed} failed`
  return [
    hunt.name.padEnd(14),
    `${seconds ?? 0} s`.padStart(6),
    hunt.draws ? `seed ${seed}` : ''.padEnd(13),
    words,
  ].join('  ')
}

function report() {
  const sum = (key) => results.reduce((all, result) => all + (result[key] ?? 0), 0)
  console.log(
    `\nHunts, ${Math.round((Date.now() - begun) / 1000)} s in all${values.log ? `, output in ${relative(root, values.log)}` : ''}:`,
  )
  for (const result of results) console.log(`  ${line(result)}`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 ? 1 : 0
}

function end(words, code) {
  console.log(words)
  process.exit(code)
}
