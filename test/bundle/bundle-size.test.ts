import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { inPages } from '../support/packages.js'
import { readSizes, rolldownSize, TOLERANCE, writeSizes, type Size } from './size-of.js'

const root = join(import.meta.dirname, '../..')

/** Their entries, without sheets and the helpers of tests. */
const entries = inPages.flatMap((folder) => {
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
    large.length > 12
      ? `${large.length} parts, ${large.reduce((sum, [, kB]) => sum + kB, 0).toFixed(1)} in all`
      : large.map(([part, kB]) => `${part} ${kB.toFixed(1)}`).join(', ')
  return `| \`${name}\` | ${loaded.toFixed(1)} | ${list} |`
}

const reported = (): Map<string, number> =>
  new Map(
    Array.from(readSizes().matchAll(/^\| `([^`]+)` \| ([\d.]+) \|/gm), (row) => [row[1]!, Number(row[2])]),
  )

describe('the size of each entry', () => {
  const sizes: [name: string, size: Size][] = []
  beforeAll(async () => {
    for (const { name, file } of entries) sizes.push([name, await rolldownSize(all(file))])
  })

  it('is the one in docs/sizes.md (UPDATE_DOCS=1 writes it)', () => {
    if (process.env['UPDATE_DOCS'])
      writeSizes('entries', [
        '| entry | loaded | on demand |',
        '|---|--:|---|',
        ...sizes.map(([name, size]) => rowOf(name, size)),
      ])
    const before = reported()
    const changed = sizes.flatMap(([name, { loaded }]) => {
      const known = before.get(name)
      return known !== undefined && Math.abs(loaded - known) <= TOLERANCE
        ? []
        : [`${name}: ${loaded} kB, reported ${known}`]
    })
    expect(changed).toEqual([])
  })

  it('has no zod where no schema is used', () => {
    const usesSchemas = ['@antiphon/mcp', '@antiphon/server-client', '@antiphon/threads']
    const withZod = sizes.filter(([, { others }]) => others.some((name) => /^zod(?:\/|$)/.test(name)))
    expect(withZod.map(([name]) => name).toSorted()).toEqual(usesSchemas)
  })
})
