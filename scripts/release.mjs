// `node scripts/release.mjs`: everything of a release but the upload. It builds, tests, packs and checks, and says what the next
// version is. `--version` writes that version and CHANGELOG.md from the notes of .changeset, and does no more.
// docs/versioning.md has the steps around it.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** The part of a version in CHANGELOG.md: what breaks first. */
export function changelogPart(version, day, notes) {
  const titles = { major: 'Breaking', minor: 'New', patch: 'Mended' }
  const parts = sizes.toReversed().flatMap((size) => {
    const of = notes.filter((note) => note.size === size)
    const lines = of.map(
      ({ packages, words }) => `- ${packages.join(', ')}: ${words.replaceAll('\n', '\n  ')}`,
    )
    return of.length > 0 ? [`### ${titles[size]}\n\n${lines.join('\n')}`] : []
  })
  return `## ${version} (${day})\n\n${parts.join('\n\n')}\n`
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function writeVersion(version, notes, names) {
  for (const folder of packageFolders()) {
    const file = join(root, 'packages', folder, 'package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/("version": ")[^"]*/, `$1${version}`))
  }
  const log = join(root, 'CHANGELOG.md')
  const day = new Date().toISOString().slice(0, 10)
  const text = readFileSync(log, 'utf8')
  const at = /^## /m.exec(text)?.index ?? text.length
  const part = changelogPart(version, day, notes)
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
