import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { describe, expect, it, test } from 'vitest'
// @ts-expect-error plain JavaScript, which pnpm loads
import { hooks } from '../../.pnpmfile.mjs'
import { sharedTarballs } from '../support/shared-tarballs.js'

const root = join(import.meta.dirname, '../..')
const packed = sharedTarballs()
const bytesOf = (tarball: string): ArrayBuffer => {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball)
  return buffer.slice(byteOffset, byteOffset + byteLength)
}

/** Maximum size of each package, in kB unpacked; docs/decisions/0024 has the figures from before. Since `@antiphon/base` each has its copy of it, and a skill of 2 to 4 kB. */
const LARGEST: Record<string, number> = {
  // With the page of `antiphon view`, which is the whole viewer: 2 MB of scripts, styles and fonts, with the view of captures, reports and exported
  // pages.
  // 2,530 with times of a recording in the wire's answer and questions that go with the result of their call.
  // 2,565 with Markdown of all scripts and answers of any gateway.
  // 2,497 with one language.
  // 2,516 with words for people and the names of keys.
  // 2,532 with files of eight more systems, each in the command and in its page.
  antiphon: 2_860,
  // Transports of transcripts.
  '@antiphon/agents': 60,
  // 852 with redaction, which is in devtools now; 777 with MCP servers; 733 with four more wires.
  // 670 with lists of models, facts about endpoints, what wires are made of and the schemas of stored messages.
  '@antiphon/core': 612,
  // 110 without the inspector, redaction and its review; 316 without a copy of base; 337 with the checks of an endpoint.
  '@antiphon/devtools': 312,
  // 206 with the four wires that are in wires now; 166 without citations, a plan and pictures;
  // 171 without a copy of base.
  '@antiphon/endpoint': 175,
  // 857 with 12 kinds of session files more, and versions of recordings; 878 without a copy of base.
  // 918 with files of eight more systems, which are in sessions now.
  // 535 without lint, which was a package of its own of 111; archives and two streams are in sessions now.
  '@antiphon/transcripts': 605,
  // In transcripts before, as 111.
  '@antiphon/lint': 130,
  '@antiphon/artifacts': 60,
  // 101 without a copy of base.
  '@antiphon/mcp': 112,
  // 106 with shortcuts, which are in shell now.
  '@antiphon/react': 101,
  // 38 without conversations in a database, 106 without answers that last, 275 without its skill.
  '@antiphon/server': 291,
  // In threads before.
  '@antiphon/server-client': 67,
  // 424 without archives, which were in transcripts, and streams of Gemini and Bedrock.
  '@antiphon/sessions': 452,
  '@antiphon/providers': 60,
  // 167 without deleting from a thread and titles, which were in core; 186 without questions below an answer and quotes;
  // 196 without cards of sources and views of tools.
  '@antiphon/shell': 207,
  // 129 without changes since the last list, and writes of a page that may end.
  // 132 without the list of threads; 153 without a copy of base; 159 without answers that go on on a server; 193 without forks.
  // 197 without the schemas of messages, which were in core.
  '@antiphon/threads': 205,
  // 1,534 with the inspector, the list of threads and the review before sharing; 1,392 with the parts around a chat;
  // 1,242 with the apps of MCP tools.
  '@antiphon/ui': 1_236,
  // 148 without what a wire is made of, which was in core.
  '@antiphon/wires': 160,
}

describe.each(packed)('$name, packed', ({ name, manifest, tarball, files, unpackedSize }) => {
  it('says where it comes from and how it is published', () => {
    const folder = name.replace('@antiphon/', '').replace(/^antiphon$/, 'cli')
    expect(manifest).toMatchObject({
      license: 'MIT',
      repository: { type: 'git', directory: `packages/${folder}` },
      homepage: expect.stringContaining(`packages/${folder}`),
      bugs: expect.stringContaining('/issues'),
      keywords: expect.arrayContaining(['llm']),
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public', provenance: true },
    })
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest).not.toHaveProperty('scripts')
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|antiphon-source/)
  })

  it('holds what its entries reach, and no part of a test or a story', () => {
    const targets = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(targets)
    const missing = [...targets(manifest.exports), ...targets(manifest['bin'])].filter(
      (path) => !files.includes(path.slice(2)),
    )
    expect(missing).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'package.json', 'README.md']))
    const strange = files.filter(
      (file) =>
        /\.(test|stories)\.|fixture|\/story-|\.map$|^src\//.test(file) ||
        /\.tsx?$/.test(file.replace('.d.ts', '')),
    )
    expect(strange).toEqual([])
    expect(unpackedSize / 1_000).toBeLessThan(LARGEST[name]!)
  })

  it('has the same entries when `pnpm pack` in its folder writes it', () => {
    const folder = name.replace('@antiphon/', '').replace(/^antiphon$/, 'cli')
    const own = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as object
    const { beforePacking } = hooks as { beforePacking(from: object): { exports: unknown } }
    expect(beforePacking(own).exports).toEqual(manifest.exports)
  })

  it('has a skill that says to coding agents what the package is for', () => {
    expect(files).toContain('SKILL.md')
    const folder = name.replace('@antiphon/', '').replace(/^antiphon$/, 'cli')
    const skill = readFileSync(join(root, 'packages', folder, 'SKILL.md'), 'utf8')
    // As YAML takes it without quotes: a colon would end the name of a field.
    expect(skill).toMatch(/^---\nname: [a-z-]+\ndescription: [^:\n]{80,300}\n---\n\n# /)
    expect(skill).toContain(`\nname: ${name.replace('@', '').replace('/', '-')}\n`)
    if (folder !== 'cli') expect(skill).toMatch(/`npm install [^`]+`/)
  })

  it('has its licence where `npm pack` in its folder finds it', () => {
    const folder = name.replace('@antiphon/', '').replace(/^antiphon$/, 'cli')
    const [own, all] = [join(root, 'packages', folder), root].map((path) =>
      readFileSync(join(path, 'LICENSE'), 'utf8'),
    )
    expect(own).toBe(all)
  })

  it('has modules to read in a debugger as they are, line by line, and names no map that is not there', () => {
    const folder = name.replace('@antiphon/', '').replace(/^antiphon$/, 'cli')
    // The page of `antiphon view` is an app for users, a sheet is one string.
    const modules = files.filter((file) => file.endsWith('.js') && !/\/page\/|\/sheet\.js$/.test(file))
    expect(modules.length).toBeGreaterThan(3)
    const texts = modules.map((file) => readFileSync(join(root, 'packages', folder, file), 'utf8'))
    const pressed = modules.filter((_, i) => texts[i]!.length / texts[i]!.split('\n').length > 120)
    expect(pressed).toEqual([])
    expect(modules.filter((_, i) => /sourceMappingURL/.test(texts[i]!))).toEqual([])
  })

  it('has nothing that publint finds', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: bytesOf(tarball) }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })

  it('has types that fit its modules, for bundlers and for Node', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(bytesOf(tarball))))
    const problems = analysis.types ? analysis.problems : []
    // Modules only: `require` of them needs Node 20.19, and the resolution of TypeScript before 4.7 knows no `exports`.
    const wrong = problems.filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    expect(wrong).toEqual([])
  })
})

test('devtools installs core and lint, no readers of files and no wires', () => {
  const { manifest } = packed.find(({ name }) => name === '@antiphon/devtools')!
  expect(Object.keys(manifest['dependencies'] ?? {}).toSorted()).toEqual(['@antiphon/core', '@antiphon/lint'])
  const lint = packed.find(({ name }) => name === '@antiphon/lint')!
  expect(Object.keys(lint.manifest['dependencies'] ?? {})).toEqual(['@antiphon/core'])
})

test.each(['core', 'react', 'ui', 'shell', 'threads', 'transcripts'].map((name) => `@antiphon/${name}`))(
  '%s installs with React alone: the app has to bring nothing else',
  (name) => {
    const names = new Set([name])
    const wanted = new Set<string>()
    for (const one of names) {
      const { manifest } = packed.find((other) => other.name === one)!
      for (const other of Object.keys(manifest['dependencies'] ?? {}))
        if (packed.some((ours) => ours.name === other)) names.add(other)
      const optional = (manifest['peerDependenciesMeta'] ?? {}) as Record<string, { optional?: boolean }>
      for (const peer of Object.keys(manifest['peerDependencies'] ?? {}))
        if (!optional[peer]?.optional) wanted.add(peer)
    }
    expect([...wanted].filter((peer) => peer !== 'react')).toEqual([])
  },
)
