import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')

/** Vite is a tool of the workspace, not of this package. */
const { build } = await import(pathToFileURL(createRequire(join(root, 'package.json')).resolve('vite')).href)

/**
 * Bundles the receiving side of core from its source, as a page that reads answers would get it (Vite, minified, split
 * where it imports on demand), into a folder outside of the repository. `remove` deletes the folder.
 */
export async function buildCore() {
  const outDir = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
  const remove = () => rmSync(outDir, { recursive: true, force: true })
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['antiphon-source', 'module', 'production'] },
      build: {
        outDir,
        target: 'es2022',
        minify: true,
        lib: {
          entry: join(root, 'packages/core/src/wire/pipeline.ts'),
          formats: ['es'],
          fileName: () => 'core.mjs',
        },
      },
    })
  } catch (error) {
    remove()
    throw error
  }
  return { file: join(outDir, 'core.mjs'), remove }
}
