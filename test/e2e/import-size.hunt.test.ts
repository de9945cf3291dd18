import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { inPages } from '../support/packages.js'
import { esbuildSize, readSizes, rolldownSize, TOLERANCE, writeSizes, type Size } from '../bundle/size-of.js'

const root = join(import.meta.dirname, '../..')

/** Exports that apps import one by one. */
const imports: [name: string, folder: string][] = [
  ['Button', 'ui'],
  ['Transcript', 'ui'],
  ['Chat', 'ui'],
  ['createChat', 'core'],
  ['collectCompletion', 'core'],
]

const sum = (size: Size): number => Object.values(size.onDemand).reduce((all, kB) => all + kB, 0)

/** The packages as they are built: their entries are written for bundlers (scripts/star-entries.mjs). */
it('loads what docs/sizes.md says, with Rolldown and esbuild, and no zod (UPDATE_DOCS=1 writes it)', async () => {
  const rows: string[] = []
  const found = new Map<string, number[]>()
  const withZod: string[] = []
  for (const [name, folder] of imports) {
    const file = join(root, 'packages', folder, 'dist/index.js')
    const entry = `export { ${name} } from ${JSON.stringify(file)}`
    const rolldown = await rolldownSize(entry, true)
    const whole = await esbuildSize(entry, false)
    const split = await esbuildSize(entry, true)
    const figures = [rolldown.loaded, sum(rolldown), whole.loaded, split.loaded]
    found.set(name, figures)
    rows.push(
      `| \`${name}\` of \`@antiphon/${folder}\` | ${figures.map((kB) => kB.toFixed(1)).join(' | ')} |`,
    )
    // In one file there is also what is loaded on demand, such as the reader of zod's schemas.
    const others = [...rolldown.others, ...split.others]
    if (others.some((one) => /^zod(?:\/|$)/.test(one))) withZod.push(name)
  }
  if (process.env['UPDATE_DOCS'])
    writeSizes('imports', [
      '| import | Rolldown | on demand | esbuild, one file | esbuild, `splitting` |',
      '|---|--:|--:|--:|--:|',
      ...rows,
    ])
  const page = readSizes()
  const changed = [...found].filter(([name, figures]) => {
    const row = new RegExp(`^\\| \`${name}\` of .*?\\| (.*) \\|$`, 'm').exec(page)?.[1] ?? ''
    const known = row.split(' | ').map(Number)
    return figures.some((kB, i) => !(Math.abs(kB - known[i]!) <= TOLERANCE))
  })
  expect(changed).toEqual([])
  expect(withZod).toEqual([])
  const [rolldown, , whole, split] = found.get('Button')!
  expect(Math.max(rolldown!, whole!, split!)).toBeLessThan(5)
})

/** Returns the names that a module exports, including those of its files in the same package. */
async function namesOf(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    format: 'esm',
    jsx: 'automatic',
    write: false,
    metafile: true,
    outdir: 'out',
    logLevel: 'silent',
  })
  return Object.values(metafile.outputs)
    .flatMap((output) => (output.entryPoint ? output.exports : []))
    .toSorted()
}

it.each(inPages)('the entries of %s export what their sources do', async (folder) => {
  const at = join(root, 'packages', folder)
  const { exports } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { 'antiphon-source'?: string; default: string }>
  }
  for (const target of Object.values(exports)) {
    if (typeof target === 'string' || !target['antiphon-source']) continue
    const names = await namesOf(join(at, target['antiphon-source']))
    expect(names.length).toBeGreaterThan(0)
    expect(await namesOf(join(at, target.default))).toEqual(names)
  }
})
