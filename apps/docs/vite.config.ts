import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The live parts, which pages load when a reader comes near one. Astro copies what this writes into the site. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/live/',
  publicDir: false,
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['antiphon-source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'public/live',
    emptyOutDir: true,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: 'src/live/start.ts',
      output: { entryFileNames: '[name].js' },
    },
  },
})
