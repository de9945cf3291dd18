import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserLaunchOptions } from '../../scripts/browser.mjs'
import { buildPages } from './build.mjs'
import { writeSection } from './report.mjs'

const root = join(import.meta.dirname, '../..')
const cells = 'mount-1000,mount-5000,stream-0,stream-1000,tools-20,long-50k'

/** The comparison was written against these versions: a newer one would measure something else. */
const kept = new Set(['@ag-ui/client', 'rxjs', 'vite', 'playwright-core'])

/**
 * Markdown renderers by themselves, without a chat: their subjects are beside the findings of the shared folder. streaming-markdown
 * keeps the last character back until the text ends, so the cell that waits for a word in the middle runs out of time.
 */
const renderers = {
  packages: [
    'streaming-markdown',
    '@tanstack/markdown',
    'streamdown',
    'markstream-react',
    '@incremark/react',
    '@incremark/core@0.3.10',
  ],
  cells: 'stream-0,long-50k',
}

/**
 * Runs Antiphon as one more subject of the comparison with other kits that lies in the shared folder (`$ANTIPHON_SHARED` or
 * ../shared). The kits are installed from the npm registry into a folder of their own, which is deleted afterwards. `--subjects a,b`: only these;
 * `--newest`: the kits as the registry has them today; `--seeds a,b,c`: other threads, answers and calls; `--renderers`: Markdown renderers in
 * place of kits.
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
    const seeds = value('--seeds')?.split(',')
    if (seeds) plant(join(work, 'workloads.mjs'), seeds)
    const isAlone = words.includes('--renderers')
    if (isAlone) addRenderers(source, work)
    else {
      const pages = join(work, '.antiphon')
      await buildPages(pages, { names: ['antiphon'], bundledAgain: true })
      addSubject(work, join(pages, 'antiphon'))
    }
    const { dependencies } = JSON.parse(readFileSync(join(work, 'package.json'), 'utf8'))
    const newest = words.includes('--newest')
      ? Object.keys(dependencies)
          .filter((name) => !kept.has(name))
          .map((name) => `${name}@latest`)
      : []
    const wanted = [...newest, ...(isAlone ? renderers.packages : [])]
    if (
      run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', ...wanted])
        .status !== 0
    ) {
      console.error(
        'The other kits could not be installed from the npm registry; the comparison was not run.',
      )
      return 1
    }
    if (isAlone) linkKit(work)
    const options = ['--cells', value('--cells', isAlone ? renderers.cells : cells)]
    options.push('--reps', value('--rounds', '1'))
    const alone = readdirSync(join(work, 'subjects')).filter((name) => name.startsWith('md-'))
    const subjects = value('--subjects', isAlone ? ['floor', ...alone].join(',') : undefined)
    if (subjects) options.push('--subjects', subjects)
    const done = run('node', ['run.mjs', ...options, '--budget', '1500', '--md', join(work, 'tables.md')])
    if (done.status !== 0) return 1
    const results = JSON.parse(readFileSync(join(work, 'results.json'), 'utf8'))
    // The first of its tables has every subject and workload.
    const [summary = ''] = readFileSync(join(work, 'tables.md'), 'utf8').split('\n### ')
    const list = isAlone ? renderers.packages : Object.keys(dependencies).filter((name) => !kept.has(name))
    const versions = list.map((name) => versionOf(work, name.replace(/(?<=.)@.*/, '')))
    writeSection(
      isAlone ? 'renderers' : 'peers',
      `${results.when.slice(0, 10)}, Chromium ${results.chromium}, Node ${results.node}${seeds ? `, seeds ${seeds.join(', ')}` : ''}. Main-thread processor time in ms. With ${versions.join(', ')}.\n\n` +
        summary.split('\n').slice(2).join('\n').trim(),
    )
    return 0
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Writes other seeds into the workloads: of the thread, the answer and the calls. */
function plant(file, seeds) {
  let at = 0
  const text = readFileSync(file, 'utf8').replace(/(?<=\bseed = )\d+/g, (own) => seeds[at++] ?? own)
  writeFileSync(file, text)
}

const versionOf = (work, name) =>
  `${name} ${JSON.parse(readFileSync(join(work, 'node_modules', name, 'package.json'), 'utf8')).version}`

/** The subjects that draw Markdown alone. */
function addRenderers(source, work) {
  const folder = join(source, '../findings/perf/bench/subjects')
  for (const name of readdirSync(folder).filter((one) => /^(?:md-|shared$)/.test(one)))
    cpSync(join(folder, name), join(work, 'subjects', name), { recursive: true })
}

/** The built packages of this checkout, which one of these subjects imports. */
function linkKit(work) {
  mkdirSync(join(work, 'node_modules/@antiphon'), { recursive: true })
  for (const name of ['base', 'core', 'react', 'ui'])
    symlinkSync(join(root, 'packages', name), join(work, 'node_modules/@antiphon', name))
}

/** The built page as a subject: its code is bundled already, so only its files are named. */
function addSubject(work, built) {
  const folder = join(work, 'subjects/antiphon')
  mkdirSync(folder, { recursive: true })
  cpSync(join(built, 'assets'), join(folder, 'assets'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'))
  const files = Object.values(manifest)
  const entry = files.find(({ isEntry }) => isEntry)
  const styles = files.filter(({ file }) => file.endsWith('.css')).map(({ file }) => `import './${file}'\n`)
  writeFileSync(join(folder, 'main.jsx'), `${styles.join('')}import './${entry.file}'\n`)
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>antiphon</title></head>' +
      '<body><div id="root"></div><script type="module" src="./main.jsx"></script></body></html>\n',
  )
}
