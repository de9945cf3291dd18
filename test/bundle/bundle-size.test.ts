import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, minifySync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const never = ['react', 'react-dom', 'zod', '@tanstack/react-query']
const core = join(root, 'packages/core/src/index.ts')
const react = join(root, 'packages/react/src/index.ts')

/** Minified and gzipped sizes in bytes of what a page loads with this code, and of what it loads when it needs it. */
async function gzipSizes(entry: string): Promise<{ loaded: number; onDemand: number }> {
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
      lib: { entry: core, formats: ['es'] },
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input: id,
        preserveEntrySignatures: 'strict',
        external: (source) => never.some((name) => source === name || source.startsWith(`${name}/`)),
      },
    },
  })
  const all = (Array.isArray(output) ? output : [output]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const chunks = all.filter((chunk) => chunk.type === 'chunk')
  const size = (list: typeof chunks): number => {
    const code = list.map((chunk) => minifySync('chunk.js', chunk.code, { module: true }).code).join('\n')
    expect(code.length, 'the bundle is empty').toBeGreaterThan(1000)
    return gzipSync(code, { level: 9 }).byteLength
  }
  return {
    loaded: size(chunks.filter((chunk) => !chunk.isDynamicEntry)),
    onDemand: size(chunks.filter((chunk) => chunk.isDynamicEntry)),
  }
}

async function report(name: string, entry: string): Promise<number> {
  const { loaded, onDemand } = await gzipSizes(entry)
  const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
  console.log(`${name}: ${kB(loaded)} gzip, and ${kB(onDemand)} on demand`)
  return loaded
}

const all = (path: string): string => `export * from ${JSON.stringify(path)}`

/**
 * The goal is 20 kB; docs/decisions/0007-size.md has what was done towards it, and what would be left to give up. The
 * limits leave 0.2 kB for other versions of zlib.
 */
describe('bundle size, gzip, without react, zod and TanStack Query', () => {
  it('a chat on the hooks does not grow', async () => {
    const entry = `${all(react)}\nexport { collectCompletion, createChat } from ${JSON.stringify(core)}`
    expect(await report('react with createChat', entry)).toBeLessThanOrEqual(21_000)
  })

  it('every export of core and react together does not grow', async () => {
    expect(await report('core + react', `${all(core)}\n${all(react)}`)).toBeLessThanOrEqual(22_800)
  })
})
