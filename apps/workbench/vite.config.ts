import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { chunkGroups } from '../parts/chunk-groups.js'

/**
 * The page of sessions: static files that read what is dropped on them. The demo has them beside its own pages. `antiphon view` serves
 * the same files, built into its package (packages/cli/build-page.mjs), and is found by them.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['antiphon-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  // 4 is `Features.DirSelector` of lightningcss: for old browsers it would ask for the language in place of `:dir(rtl)`, and an English
  // page from right to left would have its signs from left to right.
  css: { lightningcss: { exclude: 4 } },
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // A policy that allows no address in the page's own text allows no inlined picture in its head either.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
