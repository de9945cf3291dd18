import { defaultServerConditions, defineConfig } from 'vite'

/** The server of `npm run serve` as one file without dependencies, beside the built app: `server/dist` is all it needs. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: {
    noExternal: true,
    resolve: { conditions: ['antiphon-source', ...defaultServerConditions] },
  },
  build: { ssr: 'main.ts', outDir: 'dist/main', emptyOutDir: true, target: 'node20.19' },
})
