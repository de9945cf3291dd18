// `pnpm test:mutation pairing accumulate`: changes one thing after the other in these folders of packages/core/src (`base` is that of
// packages/base), runs the tests of the folder, and lists each change that no test noticed. Files of such a folder (`pairing/turn-state.ts`) do as well. `--quick`: only
// tests that take no longer than a second. `--at-least 94`: fails when fewer per cent are noticed. See docs/mutation.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { createVitest } from 'vitest/node'
import { root } from '../../scripts/pnpm.mjs'

/** Ms after which a change that lets nothing be heard any more counts as endless. */
const ENDLESS = 120_000

const source = join(root, 'packages/core/src')
const pathOf = (name) =>
  /^base(?:\/|$)/.test(name) ? join(root, 'packages/base/src', name.slice(5)) : join(source, name)
const { values, positionals: chosen } = parseArgs({
  options: { quick: { type: 'boolean' }, 'at-least': { type: 'string', default: '0' } },
  allowPositionals: true,
})
const paces = values.quick ? ['quick'] : ['quick', 'slow']
const wrong = chosen.filter((name) => !existsSync(pathOf(name)))
if (chosen.length === 0 || wrong.length > 0) {
  console.error(
    `Name folders or files of packages/core/src.${wrong.map((name) => ` There is no ${name}.`).join('')}`,
  )
  process.exit(1)
}

const files = chosen.flatMap(filesOf).toSorted()
/** Kept, because somebody may write a file while its changes are tried. */
const texts = new Map(files.map((name) => [name, readFileSync(name, 'utf8')]))
const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false }
const { files: changed, mutants: changes } = await new Instrumenter(silent).instrument(
  files.map((name) => ({ name, mutate: true, content: texts.get(name) })),
  { ignorers: [], plugins: null, excludedMutations: [] },
)
console.log(`${changes.length} changes in ${files.length} files`)

/** The log of try-changes.ts: each line is a verb and what it is about. */
const cache = join(root, 'node_modules/.cache/mutation')
const log = join(cache, `${process.pid}.log`)
mkdirSync(cache, { recursive: true })
writeFileSync(log, '')
process.env.ANTIPHON_CHANGES_LOG = log
process.env.ANTIPHON_CHANGED = files.join(',')
process.env.ANTIPHON_ROOMS = [...new Set(chosen.map((name) => name.split('/')[0]))].join(',')

const contents = new Map(changed.map(({ name, content }) => [name, content]))
const vitest = await createVitest(
  'test',
  {
    config: join(root, 'test/mutation/vitest.config.ts'),
    root,
    watch: false,
    reporters: [{}],
    onConsoleLog: () => false,
  },
  { plugins: [{ name: 'changes', enforce: 'pre', load: (id) => contents.get(id.split('?')[0]) }] },
)
/** First those that are named after a changed file: what they notice need not be tried in a whole chat. */
const own = new Set(files.map((name) => basename(name, '.ts')))
const isOwn = ({ moduleId }) => own.has(basename(moduleId).replace(/\..*/, ''))
const tests = (await vitest.globTestSpecifications()).toSorted((a, b) => isOwn(b) - isOwn(a))

const watch = setInterval(endEndless, 1_000)
for (const pace of paces) await tryAll(pace)
await tryOnLoading()
clearInterval(watch)
await vitest.close()
report()

/** Runs the tests until each file has tried all that its tests reach; a process that a change has spoilt is started again. */
async function tryAll(pace) {
  setEnv('ANTIPHON_PACE', pace)
  let open = tests.filter(({ moduleId }) => pace === 'slow' || !moduleId.includes('.property.'))
  for (let stuck = 0; open.length > 0 && stuck < 3;) {
    const before = lines().length
    for (const spec of open) {
      await vitest.runTestSpecifications([spec])
      // A change may take all memory, too.
      const last = lines().at(-1)
      if (last[0] === 'trying') say('endless', last[1])
      const time = new Date().toTimeString().slice(0, 8)
      console.log(`${time} ${pace} ${relative(root, spec.moduleId)}: ${saidOf('noticed').size} noticed`)
    }
    const said = lines().slice(before)
    const done = new Set(said.filter(([verb]) => verb === 'done').map(([, file]) => file))
    open = open.filter(({ moduleId }) => !done.has(moduleId))
    stuck = said.some(([verb]) => /^(endless|spoilt)$/.test(verb)) ? 0 : stuck + 1
  }
  for (const { moduleId } of open)
    console.error(`${relative(root, moduleId)} cannot be used: do its tests pass?`)
}

/** Changes of what is worked out on loading need modules of their own. */
async function tryOnLoading() {
  const settled = new Set([...saidOf('noticed'), ...saidOf('endless')])
  const open = [...saidOf('onLoading')].filter((id) => !settled.has(id))
  console.log(`${open.length} changes of what is worked out on loading`)
  vitest.config.bail = 1
  for (const project of vitest.projects) project.config.bail = 1
  for (const id of open) {
    setEnv('ANTIPHON_CHANGE', id)
    for (const spec of byUse(id)) {
      const { testModules } = await vitest.runTestSpecifications([spec])
      if (testModules.every((module) => ['passed', 'skipped'].includes(module.state()))) continue
      say('noticed', id, basename(spec.moduleId))
      break
    }
  }
}

/** The test files, first those that noticed most other changes of the same file. */
function byUse(id) {
  const fileOf = new Map(changes.map(({ id, fileName }) => [id, fileName]))
  const uses = new Map()
  for (const [verb, other, by] of lines())
    if (verb === 'noticed' && fileOf.get(other) === fileOf.get(id)) {
      const name = by.split(' ')[0]
      uses.set(name, (uses.get(name) ?? 0) + 1)
    }
  const use = ({ moduleId }) => uses.get(basename(moduleId)) ?? 0
  return tests.toSorted((a, b) => use(b) - use(a))
}

function endEndless() {
  if (Date.now() - statSync(log).mtimeMs < ENDLESS) return
  const last = lines().at(-1)
  if (last[0] !== 'trying') return
  const pid = lines().findLast(([verb]) => verb === 'pid')[1]
  say('endless', last[1])
  try {
    process.kill(Number(pid), 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function report() {
  const settled = new Set([...saidOf('noticed'), ...saidOf('endless')])
  const reached = new Set([...saidOf('reached')].flatMap((ids) => ids.split(' ')))
  for (const id of saidOf('onLoading')) reached.add(id)
  const isNoticed = ({ id }) => settled.has(id)
  for (const change of changes.filter((change) => !isNoticed(change))) {
    const { start, end } = change.location
    const place = `${relative(source, change.fileName)}:${start.line + 1}:${start.column + 1}`
    const rows = texts
      .get(change.fileName)
      .split('\n')
      .slice(start.line, end.line + 1)
    rows[rows.length - 1] = rows.at(-1).slice(0, end.column)
    rows[0] = rows[0].slice(start.column)
    console.log(`\n${place}${reached.has(change.id) ? '' : ' (no test comes here)'}`)
    for (const row of rows) console.log(`- ${row}`)
    for (const row of change.replacement.split('\n')) console.log(`+ ${row}`)
  }
  console.log('\nfile: changes, noticed')
  for (const file of [...files, undefined]) {
    const some = changes.filter(({ fileName }) => file === undefined || fileName === file)
    const noticed = some.filter(isNoticed).length
    const share = some.length > 0 ? ` (${((100 * noticed) / some.length).toFixed(1)} %)` : ''
    console.log(`${file ? relative(source, file) : 'all'}: ${some.length}, ${noticed}${share}`)
  }
  for (const [verb, ...about] of lines())
    if (verb === 'notTwice')
      console.log(`Not used, because it fails when it runs a second time: ${about.join(' ')}`)
  const noticed = changes.filter(isNoticed).length
  const isEnough = 100 * noticed >= Number(values['at-least']) * changes.length
  console.log(`${noticed} passed, ${isEnough ? 0 : changes.length - noticed} failed`)
  process.exitCode = isEnough ? 0 : 1
}

function filesOf(name) {
  const path = pathOf(name)
  if (name.endsWith('.ts')) return [path]
  const inside = readdirSync(path, { recursive: true }).filter((file) => file.endsWith('.ts'))
  return inside.filter((file) => !file.endsWith('.test.ts')).map((file) => join(path, file))
}

function setEnv(name, value) {
  process.env[name] = value
  for (const project of vitest.projects) project.config.env = { ...project.config.env, [name]: value }
}

function lines() {
  const text = readFileSync(log, 'utf8').trim()
  return text.split('\n').map((line) => line.split('\t'))
}

function saidOf(verb) {
  return new Set(
    lines()
      .filter(([said]) => said === verb)
      .map(([, what]) => what),
  )
}

function say(...about) {
  writeFileSync(log, `${about.join('\t')}\n`, { flag: 'a' })
}
