// `node build-page.mjs` after the build of the modules: puts the page of `antiphon view` into `dist/page`. The page is that of the
// demo (apps/demo/sessions), so that there is one viewer.
import { join } from 'node:path'
import { build } from 'vite'

// Whoever builds may be a test: with its NODE_ENV the page would have React's development build.
process.env.NODE_ENV = 'production'
await build({
  configFile: join(import.meta.dirname, '../../apps/demo/vite.sessions.config.ts'),
  logLevel: 'warn',
  build: { outDir: join(import.meta.dirname, 'dist/page'), emptyOutDir: true },
})
