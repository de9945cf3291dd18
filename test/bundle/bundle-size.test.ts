import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { esbuildSize, rolldownSize, type Size } from './size-of.js'

const root = join(import.meta.dirname, '../..')
const reportFile = join(root, 'docs/sizes.md')
/** What an entry grows by before the report has to be written anew, in kB. Versions of zlib differ by less. */
const TOLERANCE = 0.3

/** The entries of the packages that go into a page, without sheets and the helpers of tests. */
const entries = ['core', 'react', 'ui', 'threads', 'formats', 'lint', 'devtools'].flatMap((folder) => {
  const { name, exports } = JSON.parse(
    readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'),
  ) as { name: string; exports: Record<string, string | { 'antiphon-source'?: string }> }
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'object' && target['antiphon-source'] && path !== './testing'
      ? [
          {
            name: path.replace('.', name),
            file: join(root, 'packages', folder, target['antiphon-source']),
          },
        ]
      : [],
  )
})

const all = (file: string): string => `export * from ${JSON.stringify(file)}`

/** Parts of 0.5 kB and more by name: the modes of the highlighter are many. */
function rowOf(name: string, { loaded, onDemand }: Size): string {
  const large = Object.entries(onDemand).filter(([, kB]) => kB >= 0.5)
  const list =
    large.length > 8
      ? `${large.length} parts, ${large.reduce((sum, [, kB]) => sum + kB, 0).toFixed(1)} in all`
      : large.map(([part, kB]) => `${part} ${kB.toFixed(1)}`).join(', ')
  return `| \`${name}\` | ${loaded.toFixed(1)} | ${list} |`
}

const reported = (): Map<string, number> =>
  new Map(
    existsSync(reportFile)
      ? Array.from(readFileSync(reportFile, 'utf8').matchAll(/^\| `([^`]+)` \| ([\d.]+) \|/gm), (row) => [
          row[1]!,
          Number(row[2]),
        ])
      : [],
  )

describe('the size of each entry', () => {
  it('is the one in docs/sizes.md (UPDATE_DOCS=1 writes it)', async () => {
    const sizes: [string, Size][] = []
    for (const { name, file } of entries) sizes.push([name, await rolldownSize(all(file))])
    if (process.env['UPDATE_DOCS']) {
      const rows = sizes.map(([name, size]) => rowOf(name, size))
      writeFileSync(
        reportFile,
        [
          '# Sizes',
          '',
          'What a page loads with every export of an entry, in kB, minified and gzipped, without React, zod and TanStack Query. A page',
          'that takes a few of the exports loads less. `test/bundle/bundle-size.test.ts` compares it, `UPDATE_DOCS=1` writes it;',
          '`test/bundle/page-weight.test.ts` weighs whole pages.',
          '',
          '| entry | loaded | on demand |',
          '|---|--:|---|',
          ...rows,
          '',
          '## One import',
          '',
          'What a page loads that imports one thing, in kB, minified and gzipped, without React, zod and TanStack Query. None of them',
          'loads zod at once; in one file there is also what is loaded on demand, for which zod is a part. With `splitting`, esbuild loads at once what a part on demand shares with anything that the entry names, used',
          'or not; leave it out where a page takes small parts only.',
          '',
          '<!-- imports -->',
          '<!-- end imports -->',
          '',
        ].join('\n'),
      )
    }
    const before = reported()
    const changed = sizes.flatMap(([name, { loaded }]) => {
      const known = before.get(name)
      return known !== undefined && Math.abs(loaded - known) <= TOLERANCE
        ? []
        : [`${name}: ${loaded} kB, reported ${known}`]
    })
    expect(changed).toEqual([])
  })

  it('has no zod where no schema is used', async () => {
    const usesSchemas = [
      '@antiphon/core/schemas',
      '@antiphon/core/mcp',
      '@antiphon/threads',
      '@antiphon/ui/threads',
    ]
    const withZod: string[] = []
    for (const { name, file } of entries)
      if ((await rolldownSize(all(file))).others.includes('zod')) withZod.push(name)
    expect(withZod.filter((name) => !usesSchemas.some((one) => name.startsWith(one)))).toEqual([])
  })
})

/** What apps import one by one. */
const imports: [name: string, from: string][] = [
  ['Button', '@antiphon/ui'],
  ['Transcript', '@antiphon/ui'],
  ['Chat', '@antiphon/ui'],
  ['createChat', '@antiphon/core'],
  ['collectCompletion', '@antiphon/core'],
]

describe('a page that imports one thing', () => {
  const sum = (size: Size): number => Object.values(size.onDemand).reduce((all, kB) => all + kB, 0)
  const sizes = async (name: string, from: string) => {
    const { file } = entries.find((entry) => entry.name === from)!
    const entry = `export { ${name} } from ${JSON.stringify(file)}`
    return {
      rolldown: await rolldownSize(entry),
      whole: await esbuildSize(entry, false),
      split: await esbuildSize(entry, true),
    }
  }

  it('loads what docs/sizes.md says, with Rolldown and esbuild, and no zod (UPDATE_DOCS=1 writes it)', async () => {
    const rows: string[] = []
    const found = new Map<string, number[]>()
    const withZod: string[] = []
    for (const [name, from] of imports) {
      const { rolldown, whole, split } = await sizes(name, from)
      const figures = [rolldown.loaded, sum(rolldown), whole.loaded, split.loaded, sum(split)]
      found.set(name, figures)
      rows.push(`| \`${name}\` of \`${from}\` | ${figures.map((kB) => kB.toFixed(1)).join(' | ')} |`)
      // In one file there is also what is loaded on demand, such as the reader of zod's schemas.
      if ([rolldown, split].some(({ others }) => others.includes('zod'))) withZod.push(name)
    }
    const marks = /(<!-- imports -->\n)[\s\S]*(<!-- end imports -->)/
    const head = [
      '| import | Rolldown | on demand | esbuild, one file | esbuild, `splitting` | on demand |',
      '|---|--:|--:|--:|--:|--:|',
    ]
    if (process.env['UPDATE_DOCS']) {
      const text = readFileSync(reportFile, 'utf8')
      const table = [...head, ...rows].join('\n')
      writeFileSync(
        reportFile,
        text.replace(marks, (_, start, end) => `${start}${table}\n${end}`),
      )
    }
    const page = readFileSync(reportFile, 'utf8')
    const changed = [...found].filter(([name, figures]) => {
      const row = new RegExp(`^\\| \`${name}\` of .*?\\| (.*) \\|$`, 'm').exec(page)?.[1] ?? ''
      const known = row.split(' | ').map(Number)
      return figures.some((kB, i) => !(Math.abs(kB - known[i]!) <= TOLERANCE))
    })
    expect(changed).toEqual([])
    expect(withZod).toEqual([])
    const [rolldown, , esbuild] = found.get('Button')!
    expect(Math.max(rolldown!, esbuild!)).toBeLessThan(5)
  })
})
