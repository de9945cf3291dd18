import { defaultServerConditions, defineConfig } from 'vite'

/** The server of `npm run serve` as one file beside the built app. Only the driver of SQLite stays a package, because it is native. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: {
    noExternal: true,
    external: ['libsql', '@opentelemetry/api'],
    resolve: { conditions: ['antiphon-source', ...defaultServerConditions] },
  },
  build: { ssr: 'main.ts', outDir: 'dist/main', emptyOutDir: true, target: 'node20.19' },
})
