import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** One page that shows any story, for tests and pictures. The gallery for people is Storybook. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['antiphon-source', 'module', 'browser', 'development|production'] },
  build: { chunkSizeWarningLimit: 8_000, minify: false },
})
