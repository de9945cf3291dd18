// `node build-page.mjs` after the build of the modules: puts the page of `antiphon view` into `dist/page`. It is the page
// of apps/workbench, which the demo has as well, so that there is one viewer.
import { join } from 'node:path'
import { build } from 'vite'

// Whoever builds may be a test: with its NODE_ENV the page would have React's development build.
process.env.NODE_ENV = 'production'
await build({
  configFile: join(import.meta.dirname, '../../apps/workbench/vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: join(import.meta.dirname, 'dist/page'), emptyOutDir: true },
})
