// `node scripts/release.mjs`: everything of a release but the upload. It builds, tests, packs and checks, and says what the next
// version is. `--version` writes that version and CHANGELOG.md from the notes of .changeset, and does no more.
// docs/versioning.md has the steps around it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packAll, packageFolders } from './pack.mjs'
import { root } from './pnpm.mjs'

const sizes = ['patch', 'minor', 'major']

/**
 * Reads the notes of a folder. Throws for one that has no package, no size that is known, or no words.
 * @param {{ name: string, text: string }[]} files
 * @returns {{ size: 'patch' | 'minor' | 'major', packages: string[], words: string }[]}
 */
export function readNotes(files) {
  return files.map(({ name, text }) => {
    const [, head, words = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
    const rows = (head ?? '')
      .split('\n')
      .map((row) => /^['"]?([^'"]+)['"]?: (patch|minor|major)$/.exec(row.trim()))
    if (!rows.every(Boolean) || !words.trim())
      throw new Error(
        `.changeset/${name} is no note. It needs lines such as '@antiphon/ui': minor between two lines of ---, and words below them.`,
      )
    const size = sizes[Math.max(...rows.map((row) => sizes.indexOf(row[2])))]
    return { size, packages: rows.map((row) => row[1]), words: words.trim() }
  })
}

/** The version after `version`. Before 1.0 what breaks is a minor version. */
export function nextVersion(version, notes) {
  const [major, minor, patch] = version.split('.').map(Number)
  const largest = Math.max(...notes.map(({ size }) => sizes.indexOf(size)))
  if (largest === 2 && major > 0) return `${major + 1}.0.0`
  return largest > 0 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** A row of a table of names: `| before | now |`. */
const isRow = (line) => line.startsWith('|')
const isHead = (line) => /^\|(?: before \||\s*-)/.test(line)

/**
 * The part of a version in CHANGELOG.md: the summary, then what breaks first, each note in its own words. Names that moved are
 * looked up and not read, so the tables of all notes are one at the end.
 */
export function changelogPart(version, day, notes, summary = '') {
  const titles = { major: 'Breaking', minor: 'New', patch: 'Mended' }
  const parts = sizes.toReversed().flatMap((size) => {
    const lines = notes
      .filter((note) => note.size === size)
      .map(({ packages, words }) => {
        const prose = words.split('\n').filter((line) => line.trim() && !isRow(line))
        return `- ${packages.join(', ')}: ${prose.join('\n  ')}`
      })
    return lines.length > 0 ? [`### ${titles[size]}\n\n${lines.join('\n')}`] : []
  })
  const rows = notes
    .flatMap(({ words }) => words.split('\n'))
    .filter((line) => isRow(line) && !isHead(line))
    .sort()
  const names = rows.length > 0 ? [`### Names\n\n| before | now |\n|---|---|\n${rows.join('\n')}`] : []
  return `${[`## ${version} (${day})`, ...(summary ? [summary.trim()] : []), ...parts, ...names].join('\n\n')}\n`
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const rewrite = (file, change) => writeFileSync(file, change(readFileSync(file, 'utf8')))

/** The manifest of an example, which asks for this version: until 1.0 `^` takes no other minor one. */
export const withVersion = (manifest, version) =>
  manifest.replaceAll(/("(?:@antiphon\/[\w-]+|antiphon)": "\^)[^"]*/g, `$1${version}`)

/** Says to the apps of MCP servers which version of the kit they are in. */
export const TOLD = 'packages/mcp/src/apps/app-session.ts'

function writeVersion(version, notes, names) {
  for (const folder of packageFolders())
    rewrite(join(root, 'packages', folder, 'package.json'), (text) =>
      text.replace(/("version": ")[^"]*/, `$1${version}`),
    )
  for (const folder of readdirSync(join(root, 'examples'))) {
    const file = join(root, 'examples', folder, 'package.json')
    if (existsSync(file)) rewrite(file, (text) => withVersion(text, version))
  }
  rewrite(join(root, TOLD), (text) => text.replace(/(name: 'antiphon', version: ')[^']*/, `$1${version}`))
  const summaryFile = join(root, '.changeset/SUMMARY')
  const summary = existsSync(summaryFile) ? readFileSync(summaryFile, 'utf8') : ''
  rmSync(summaryFile, { force: true })
  const log = join(root, 'CHANGELOG.md')
  const day = new Date().toISOString().slice(0, 10)
  const text = readFileSync(log, 'utf8')
  const at = /^## /m.exec(text)?.index ?? text.length
  const part = changelogPart(version, day, notes, summary)
  writeFileSync(
    log,
    `${text.slice(0, at).trimEnd()}\n\n${part}${at < text.length ? `\n${text.slice(at)}` : ''}`,
  )
  for (const name of names) rmSync(join(root, '.changeset', name))
}

if (process.argv[1] === import.meta.filename) {
  const folder = join(root, '.changeset')
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  const notes = readNotes(names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })))
  if (notes.length === 0)
    throw new Error(
      '.changeset has no notes, so there is nothing to release. .changeset/README.md says how to write one.',
    )
  const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'))
  const next = nextVersion(version, notes)
  if (process.argv.includes('--version')) {
    writeVersion(next, notes, names)
    console.log(`Wrote ${next}. Read the change, commit it, and tag it v${next}.`)
  } else {
    run('scripts/run.cjs', 'test')
    const out = join(root, 'node_modules/.cache/release')
    rmSync(out, { recursive: true, force: true })
    for (const { tarball } of packAll(out)) console.log(tarball)
    console.log(
      `Everything holds. ${version} is in the manifests, the notes make it ${next} (--version writes that).`,
    )
  }
}
