import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')
const page = join(import.meta.dirname, 'page')
const fromRoot = createRequire(join(root, 'package.json'))
const load = (require, name) => import(pathToFileURL(require.resolve(name)).href)

export const subjects = ['floor', 'antiphon']

/**
 * Builds each page as an app would ship it, into `outDir`/NAME. `readable`: names are kept, for profiles. `bundledAgain`: another
 * build gives the files new names, so none is preloaded by its name, and there is one style sheet.
 */
export async function buildPages(outDir, { readable = false, bundledAgain = false, names = subjects } = {}) {
  const { build } = await load(fromRoot, 'vite')
  const { default: react } = await load(fromRoot, '@vitejs/plugin-react')
  const { default: tailwind } = await import('@tailwindcss/vite')
  for (const name of names) {
    await build({
      root: page,
      base: `/${name}/`,
      configFile: false,
      logLevel: 'error',
      mode: 'production',
      plugins: [react(), tailwind()],
      resolve: { conditions: ['antiphon-source', 'module', 'browser', 'production'] },
      build: {
        outDir: join(outDir, name),
        emptyOutDir: true,
        manifest: true,
        ...(bundledAgain && { modulePreload: false, cssCodeSplit: false }),
        target: 'es2023',
        minify: !readable,
        chunkSizeWarningLimit: 2000,
        rolldownOptions: { input: join(page, `${name}.html`) },
      },
    })
  }
  await build({
    root: page,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: join(outDir, 'steps'),
      emptyOutDir: true,
      target: 'es2023',
      lib: { entry: join(page, 'steps.ts'), formats: ['es'], fileName: () => 'steps.mjs' },
    },
  })
}

/** Gzipped kB of the JavaScript that a page loads at once: its entry and what that imports, not what it asks for later. */
export function pageWeight(outDir, name) {
  const manifest = JSON.parse(readFileSync(join(outDir, name, '.vite/manifest.json'), 'utf8'))
  const seen = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key].imports ?? []) visit(next)
  }
  for (const key of Object.keys(manifest)) if (manifest[key].isEntry) visit(key)
  const bytes = [...seen].reduce(
    (sum, key) => sum + gzipSync(readFileSync(join(outDir, name, manifest[key].file))).length,
    0,
  )
  return bytes / 1000
}
