import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const never = ['react', 'react-dom', 'zod', '@tanstack/react-query']

/** Minified and gzipped size in bytes of everything these entries export. */
async function gzipSize(entries: readonly string[], external: readonly string[] = never): Promise<number> {
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
        load: (source) =>
          source === `\0${id}`
            ? entries.map((entry, i) => `export * as e${i} from ${JSON.stringify(entry)}`).join('\n')
            : undefined,
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: {
        input: id,
        preserveEntrySignatures: 'strict',
        external: (source) => external.some((name) => source === name || source.startsWith(`${name}/`)),
      },
    },
  })
  const chunks = (Array.isArray(output) ? output : [output]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const code = chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n')
  expect(code.length, 'the bundle is empty').toBeGreaterThan(1000)
  return gzipSync(code, { level: 9 }).byteLength
}

const core = join(root, 'packages/core/src/index.ts')
const react = join(root, 'packages/react/src/index.ts')

describe('bundle size, gzip, without react, zod and TanStack Query', () => {
  it('core and react together stay within 20 kB', async () => {
    const size = await gzipSize([core, react])
    console.log(`core + react: ${(size / 1000).toFixed(1)} kB gzip`)
    expect(size).toBeLessThanOrEqual(20_000)
  })
})
