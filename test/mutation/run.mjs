// `pnpm test:mutation pairing accumulate`: changes one thing after the other in these folders of packages/core/src, runs the tests of
// the folder, and lists each change that no test noticed. A file of such a folder (`pairing/turn-state.ts`) does as well; nothing
// named: all folders. See docs/mutation.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createVitest } from 'vitest/node'
import { root } from '../../scripts/pnpm.mjs'

const { Instrumenter } = await import(
  createRequire(createRequire(import.meta.url).resolve('@stryker-mutator/core')).resolve(
    '@stryker-mutator/instrumenter',
  )
)
const source = join(root, 'packages/core/src')
const isQuick = process.argv.includes('--quick')
const chosen = process.argv.slice(2).filter((word) => word !== '--quick')
for (const name of chosen) {
  if (existsSync(join(source, name))) continue
  console.error(`There is no packages/core/src/${name}. Name folders or files of it.`)
  process.exit(1)
}
const files = chosen
  .flatMap((name) =>
    name.endsWith('.ts')
      ? [join(source, name)]
      : readdirSync(join(source, name), { recursive: true })
          .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
          .map((file) => join(source, name, file)),
  )
  .sort()

const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false }
const { files: changed, mutants } = await new Instrumenter(silent).instrument(
  files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
  { ignorers: [], plugins: null, excludedMutations: [] },
)
const cache = join(root, 'node_modules/.cache/mutation', String(process.pid))
mkdirSync(cache, { recursive: true })
const log = join(cache, 'log')
writeFileSync(log, process.env.RESUME ? readFileSync(process.env.RESUME, 'utf8') : '')
process.env.ANTIPHON_CHANGES_LOG = log
process.env.ANTIPHON_CHANGED = files.join(',')
process.env.ANTIPHON_ROOMS = [...new Set(chosen.map((name) => name.split('/')[0]))].join(',')
const byName = new Map(changed.map(({ name, content }) => [name, content]))
console.log(`${mutants.length} changes in ${files.length} files`)

const vitest = await createVitest(
  'test',
  {
    config: join(root, 'test/mutation/vitest.config.ts'),
    root,
    watch: false,
    reporters: [{}],
    onConsoleLog: () => false,
  },
  { plugins: [{ name: 'changes', enforce: 'pre', load: (id) => byName.get(id.split('?')[0]) }] },
)

const setEnv = (name, value) => {
  process.env[name] = value
  for (const project of vitest.projects) project.config.env = { ...project.config.env, [name]: value }
}
const lines = () =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
const say = (...words) => writeFileSync(log, `${words.join('\t')}\n`, { flag: 'a' })
const tests = (await vitest.globTestSpecifications()).map((spec) => spec)

/** Ends the process of the tests when it has not said anything for two minutes: a change made it run for ever. */
let isOver = false
const watch = (async () => {
  while (!isOver) {
    await sleep(1000)
    if (Date.now() - statSync(log).mtimeMs < 120_000) continue
    const pid = lines().findLast(([verb]) => verb === 'pid')?.[1]
    const last = lines().at(-1)
    if (last[0] !== 'trying') continue
    say('hung', last[1])
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {}
  }
})()

/** First the quick tests of each file, which notice most, then the others. */
for (const pace of process.env.STATIC_ONLY ? [] : isQuick ? ['quick'] : ['quick', 'slow']) {
  setEnv('ANTIPHON_PACE', pace)
  let open = tests.filter(({ moduleId }) => pace === 'slow' || !moduleId.includes('.property.'))
  for (let stuck = 0; open.length > 0 && stuck < 3;) {
    const start = lines().length
    for (const spec of open) {
      await vitest.runTestSpecifications([spec])
      for (const file of vitest.state.getFiles())
        for (const task of [file, ...file.tasks])
          if (task.result?.errors)
            console.error(task.name, task.result.errors.map((fault) => fault.message).join('\n'))
      // A change may take all memory, too.
      const last = lines().at(-1)
      if (last[0] === 'trying') say('hung', last[1])
      const noticed = new Set(
        lines()
          .filter(([verb]) => verb === 'noticed')
          .map(([, id]) => id),
      ).size
      console.log(
        `${new Date().toTimeString().slice(0, 8)} ${pace} ${relative(root, spec.moduleId)}: ${noticed} noticed`,
      )
    }
    const said = lines().slice(start)
    const done = new Set(said.filter(([verb]) => verb === 'done').map(([, file]) => file))
    open = open.filter(({ moduleId }) => !done.has(moduleId))
    stuck = said.some(([verb]) => /^(spoilt|hung|anew)$/.test(verb)) ? 0 : stuck + 1
  }
  for (const { moduleId } of open) console.error(`${relative(root, moduleId)} ends early`)
}

const ids = (verb) =>
  new Set(
    lines()
      .filter(([said]) => said === verb)
      .map(([, id]) => id),
  )
// What is worked out on loading needs its modules anew for each change.
const settled = new Set([...ids('noticed'), ...ids('hung')])
const onLoading = [...ids('static')].filter((id) => !settled.has(id))
console.log(`${onLoading.length} changes of what is worked out on loading`)
vitest.config.bail = 1
for (const project of vitest.projects) project.config.bail = 1
/** Those first that noticed most other changes of the same file. */
const fileOf = new Map(mutants.map(({ id, fileName }) => [id, fileName]))
const byUse = (id) => {
  const uses = new Map()
  for (const [verb, other, by] of lines())
    if (verb === 'noticed' && fileOf.get(other) === fileOf.get(id)) {
      const name = by.split(' ')[0].split('/').at(-1)
      uses.set(name, (uses.get(name) ?? 0) + 1)
    }
  const use = ({ moduleId }) => uses.get(moduleId.split('/').at(-1)) ?? 0
  return tests.toSorted((a, b) => use(b) - use(a))
}
for (const id of onLoading) {
  setEnv('ANTIPHON_CHANGE', id)
  for (const spec of byUse(id)) {
    const { testModules } = await vitest.runTestSpecifications([spec])
    const failed = testModules.find((module) => !['passed', 'skipped'].includes(module.state()))
    if (!failed) continue
    say('noticed', id, `${failed.relativeModuleId} on loading`)
    break
  }
}
isOver = true
await vitest.close()
await watch

const noticed = ids('noticed')
const hung = ids('hung')
const reached = new Set([...[...ids('reached')].flatMap((some) => some.split(' ')), ...ids('static')])
const isNoticed = ({ id }) => noticed.has(id) || hung.has(id)
for (const mutant of mutants.filter((mutant) => !isNoticed(mutant))) {
  const { start, end } = mutant.location
  const rows = readFileSync(mutant.fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  rows[rows.length - 1] = rows.at(-1).slice(0, end.column)
  rows[0] = rows[0].slice(start.column)
  console.log(
    `\n${relative(source, mutant.fileName)}:${start.line + 1}:${start.column + 1} ${mutant.mutatorName}${reached.has(mutant.id) ? '' : ' (no test comes here)'}`,
  )
  console.log(rows.map((row) => `- ${row}`).join('\n'))
  console.log(
    mutant.replacement
      .split('\n')
      .map((row) => `+ ${row}`)
      .join('\n'),
  )
}
console.log('\nfile, changes, noticed, of these endless')
const count = (some) =>
  `${some.length}, ${some.filter(isNoticed).length}, ${some.filter(({ id }) => hung.has(id)).length}`
for (const file of files)
  console.log(`${relative(source, file)}, ${count(mutants.filter(({ fileName }) => fileName === file))}`)
console.log(
  `all, ${count(mutants)}, ${((100 * mutants.filter(isNoticed).length) / mutants.length).toFixed(1)} %`,
)
for (const [verb, ...words] of lines())
  if (verb === 'notTwice' || verb === 'spoilt') console.log(verb, ...words)
