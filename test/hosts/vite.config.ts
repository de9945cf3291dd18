import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const hosts = ['plain', 'tailwind', 'hostile', 'shadow', 'iframe', 'preset']

/** Builds each host as its owner would, from what the packages publish: no sources, no conditions of this repository. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    rolldownOptions: {
      input: Object.fromEntries(
        hosts.map((host) => [host, resolve(import.meta.dirname, host, 'index.html')]),
      ),
    },
  },
})
