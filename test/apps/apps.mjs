// The apps of examples/ and the one of the README, and how each is built and opened. `pnpm test:hosts` runs all of them (docs/hosts.md); `npm test` runs
// those that are `quick`, which need nothing but what this workspace has installed.

/** A page of 380 px: a widget's panel is that wide, and parts of the kit are laid out by their width. */
const narrow = { width: 380, height: 560 }

/**
 * @typedef {object} App
 * @property {string} name Its folder in examples/.
 * @property {string} [folder] What it builds: a folder that any server of files can serve.
 * @property {string[]} [start] How its own server starts, behind `npx`; it listens on `PORT` and calls the provider itself.
 * @property {string} [path] The page with the chat. Default `/`.
 * @property {{ path: string, text: string }} [served] Text that the server's HTML has already.
 * @property {string} [opens] The button that shows the chat.
 * @property {{ width: number, height: number }} [like] The size of the page whose look it must have. Default: its own.
 * @property {string[]} [strays] Folders of declarations of a framework with errors of its own, which are not held against the app.
 * @property {boolean} [asks] Its server answers by a script, and asks before it books berth B4.
 * @property {boolean} [drives] A test of its own drives it (test/e2e/guide-….test.ts).
 * @property {boolean} [withoutTls] Whether it is opened on a name of a local network, where a browser has no secure context.
 * @property {boolean} [quick] Whether it is part of `npm test`.
 */

/** @type {App[]} */
export const apps = [
  { name: 'vite', folder: 'dist', quick: true },
  { name: 'readme', folder: 'dist', quick: true },
  { name: 'headless', folder: 'dist', drives: true, quick: true },
  { name: 'drawer', folder: 'dist', drives: true, quick: true },
  { name: 'own-backend', start: ['node', 'server/main.js'], drives: true, quick: true },
  { name: 'esbuild', folder: 'public', quick: true },
  { name: 'tailwind3', folder: 'dist' },
  { name: 'widget', folder: 'public', opens: 'Ask us', like: narrow },
  { name: 'express-proxy', start: ['node', 'server.js'], withoutTls: true },
  { name: 'express-server', start: ['node', 'server.js'] },
  {
    name: 'nextjs',
    start: ['next', 'start'],
    strays: ['node_modules/next'],
    path: '/chat',
    served: { path: '/', text: '<strong>Oslo</strong>' },
  },
  { name: 'nextjs-server', start: ['next', 'start'], strays: ['node_modules/next'] },
  {
    name: 'react-router',
    start: ['react-router-serve', 'build/server/index.js'],
    served: { path: '/', text: '<strong>Oslo</strong>' },
  },
  {
    name: 'astro',
    start: ['node', 'dist/server/entry.mjs'],
    strays: ['.astro', 'node_modules/astro', 'node_modules/unstorage', 'node_modules/vite'],
    path: '/chat',
    served: { path: '/', text: '<strong>Oslo</strong>' },
  },
  { name: 'webpack', folder: 'dist' },
  { name: 'vitest', quick: true },
  { name: 'ai-sdk', start: ['node', 'server.js'], asks: true, quick: true },
  { name: 'ag-ui', start: ['node', 'server.js'], asks: true, quick: true },
  { name: 'langgraph', start: ['node', 'server.js'], asks: true },
  { name: 'jest' },
]
