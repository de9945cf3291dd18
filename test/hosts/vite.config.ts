import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const hosts = [
  'plain',
  'tailwind',
  'tailwind-default',
  'tailwind-3',
  'vite-template',
  'bootstrap',
  'dark',
  'hostile',
  'revert',
  'shadow',
  'iframe',
  'preset',
  'height',
]

const folder = resolve(import.meta.dirname, 'tailwind-3')

/** Compiles the sheet of the host with Tailwind 3 as its owner would: with the command line of that version. */
function tailwind3(): Plugin {
  const cli = createRequire(import.meta.url).resolve('tailwindcss-3/lib/cli.js')
  return {
    name: 'tailwind-3',
    enforce: 'pre',
    load: (id) =>
      id === resolve(folder, 'host.css')
        ? execFileSync(process.execPath, [cli, '-i', id, '-c', resolve(folder, 'tailwind.config.js')], {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'ignore'],
          })
        : undefined,
  }
}

/** Builds each host as its owner would, from what the packages publish: no sources, no conditions of this repository. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind3(), tailwindcss()],
  build: {
    rolldownOptions: {
      input: Object.fromEntries(
        hosts.map((host) => [host, resolve(import.meta.dirname, host, 'index.html')]),
      ),
    },
  },
})
