import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, minifySync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const never = ['react', 'react-dom', 'zod', '@tanstack/react-query']
const core = join(root, 'packages/core/src/index.ts')
const react = join(root, 'packages/react/src/index.ts')
const lint = join(root, 'packages/lint/src/index.ts')

/** Minified and gzipped sizes in bytes of what a page loads with this code, and of each part it loads when it needs it. */
async function gzipSizes(entry: string): Promise<{ loaded: number; onDemand: Record<string, number> }> {
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
  const parts = chunks.filter((chunk) => chunk.isDynamicEntry)
  return {
    // Code that a part shares with the rest is loaded with the rest.
    loaded: size(chunks.filter((chunk) => !chunk.isDynamicEntry)),
    onDemand: Object.fromEntries(parts.map((chunk) => [chunk.name, size([chunk])])),
  }
}

async function report(name: string, entry: string): Promise<number> {
  const { loaded, onDemand } = await gzipSizes(entry)
  const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
  const parts = Object.entries(onDemand).map(([part, bytes]) => `${part} ${kB(bytes)}`)
  console.log(`${name}: ${kB(loaded)} gzip; on demand: ${parts.join(', ')}`)
  return loaded
}

const all = (path: string): string => `export * from ${JSON.stringify(path)}`

/** docs/decisions/0007-size.md says what was done to get here. The limit of everything leaves 0.3 kB for other versions of zlib. */
describe('bundle size, gzip, without react, zod and TanStack Query', () => {
  it('a chat on the hooks loads at most 25.2 kB', async () => {
    const entry = `${all(react)}\nexport { collectCompletion, createChat } from ${JSON.stringify(core)}`
    expect(await report('react with createChat', entry)).toBeLessThanOrEqual(25_200)
  })

  it('every export of core and react together does not grow', async () => {
    expect(await report('core + react', `${all(core)}\n${all(react)}`)).toBeLessThanOrEqual(32_000)
  })

  it('a page that lints transcripts loads the rules', async () => {
    const entry = `export { fixTranscript, lintTranscript } from ${JSON.stringify(lint)}`
    expect(await report('lintTranscript with fixTranscript', entry)).toBeLessThanOrEqual(16_800)
  })
})
