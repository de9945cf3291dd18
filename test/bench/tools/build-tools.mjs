import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../../..')
const { build } = await import(pathToFileURL(createRequire(join(root, 'package.json')).resolve('vite')).href)

/**
 * Bundles core with its tool loop, the reader of partial JSON and the helpers for tests from their source, into a folder
 * outside of the repository. `remove` deletes the folder.
 */
export async function buildTools() {
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
        lib: { entry: join(import.meta.dirname, 'entry.mjs'), formats: ['es'], fileName: () => 'tools.mjs' },
      },
    })
  } catch (error) {
    remove()
    throw error
  }
  return { file: join(outDir, 'tools.mjs'), remove }
}
