import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, minifySync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const reportFile = join(root, 'docs/sizes.md')
/** What an entry grows by before the report has to be written anew, in kB. Versions of zlib differ by less. */
const TOLERANCE = 0.3
const never = ['react', 'react-dom', 'zod', '@tanstack/react-query']

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

interface Size {
  /** kB that a page loads with every export of the entry, minified and gzipped. */
  loaded: number
  /** kB of each part that it loads when it needs it. */
  onDemand: Record<string, number>
  /** Modules of others that a page loads with it, of `never`. */
  others: string[]
}

async function sizeOf(entry: string): Promise<Size> {
  const id = 'virtual:entry'
  const output = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['antiphon-source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === id ? `\0${id}` : undefined),
        load: (source) => (source === `\0${id}` ? entry : undefined),
      },
    ],
    build: {
      write: false,
      // As a library: a page's own preloading of chunks is not part of the kit. That mode keeps white space, so the
      // minifier runs on its output.
      lib: { entry: reportFile, formats: ['es'] },
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input: id,
        preserveEntrySignatures: 'strict',
        external: (source) => never.some((name) => source === name || source.startsWith(`${name}/`)),
      },
    },
  })
  const chunks = (Array.isArray(output) ? output : [output])
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((chunk) => chunk.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set<string>()
  const visit = (name: string): void => {
    if (first.has(name)) return
    first.add(name)
    byName.get(name)?.imports.forEach(visit)
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk.fileName)
  const size = (list: typeof chunks): number => {
    const code = list.map((chunk) => minifySync('chunk.js', chunk.code, { module: true }).code).join('\n')
    return Math.round(gzipSync(code, { level: 9 }).byteLength / 100) / 10
  }
  const parts = chunks.filter((chunk) => chunk.isDynamicEntry && !first.has(chunk.fileName))
  return {
    loaded: size(chunks.filter((chunk) => first.has(chunk.fileName))),
    onDemand: Object.fromEntries(parts.map((chunk) => [chunk.name, size([chunk])])),
    others: [...first].filter((name) => !byName.has(name)),
  }
}

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
    for (const { name, file } of entries) sizes.push([name, await sizeOf(all(file))])
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
      if ((await sizeOf(all(file))).others.includes('zod')) withZod.push(name)
    expect(withZod.filter((name) => !usesSchemas.some((one) => name.startsWith(one)))).toEqual([])
  })
})
