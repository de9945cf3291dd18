import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserLaunchOptions } from '../../scripts/browser.mjs'
import { buildPages } from './build.mjs'
import { writeSection } from './report.mjs'

const root = join(import.meta.dirname, '../..')
const cells = 'mount-1000,mount-5000,stream-0,stream-1000,tools-20,long-50k'

/**
 * Runs Antiphon as one more subject of the comparison with other kits that lies in the shared folder (`$ANTIPHON_SHARED` or
 * ../shared). `--subjects a,b`: only these. The kits are installed from the npm registry into a folder of their own, which is deleted afterwards.
 */
export async function comparePeers(words) {
  const source = join(process.env.ANTIPHON_SHARED ?? join(root, '../shared'), 'bench')
  if (!existsSync(join(source, 'run.mjs'))) {
    console.error(
      `The comparison is not there: ${source}. Set ANTIPHON_SHARED to the folder that has bench/.`,
    )
    return 1
  }
  const value = (name, otherwise) => (words.includes(name) ? words[words.indexOf(name) + 1] : otherwise)
  const work = mkdtempSync(join(tmpdir(), 'antiphon-peers-'))
  const run = (command, args) =>
    spawnSync(command, args, { cwd: work, stdio: ['ignore', 'inherit', 'inherit'], env })
  const { executablePath, env: own } = browserLaunchOptions()
  const env = { ...process.env, ...own, CHROMIUM: executablePath }
  try {
    for (const name of readdirSync(source))
      if (name !== 'node_modules') cpSync(join(source, name), join(work, name), { recursive: true })
    run('chmod', ['-R', 'u+w', work])
    const pages = join(work, '.antiphon')
    await buildPages(pages)
    addSubject(work, join(pages, 'antiphon'))
    if (run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts']).status !== 0) {
      console.error(
        'The other kits could not be installed from the npm registry; the comparison was not run.',
      )
      return 1
    }
    const options = ['--cells', value('--cells', cells), '--reps', value('--rounds', '1')]
    const subjects = value('--subjects')
    if (subjects) options.push('--subjects', subjects)
    const done = run('node', ['run.mjs', ...options, '--budget', '1500', '--md', join(work, 'tables.md')])
    if (done.status !== 0) return 1
    const results = JSON.parse(readFileSync(join(work, 'results.json'), 'utf8'))
    // The first of its tables has every subject and workload.
    const [summary = ''] = readFileSync(join(work, 'tables.md'), 'utf8').split('\n### ')
    writeSection(
      'peers',
      `${results.when.slice(0, 10)}, Chromium ${results.chromium}, Node ${results.node}. Main-thread processor time in ms.\n\n` +
        summary.split('\n').slice(2).join('\n').trim(),
    )
    return 0
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The built page as a subject: its code is bundled already, so only its files are named. */
function addSubject(work, built) {
  const folder = join(work, 'subjects/antiphon')
  mkdirSync(folder, { recursive: true })
  cpSync(join(built, 'assets'), join(folder, 'assets'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'))
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  const styles = (entry.css ?? []).map((name) => `import './${name}'\n`)
  writeFileSync(join(folder, 'main.jsx'), `${styles.join('')}import './${entry.file}'\n`)
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>antiphon</title></head>' +
      '<body><div id="root"></div><script type="module" src="./main.jsx"></script></body></html>\n',
  )
}
