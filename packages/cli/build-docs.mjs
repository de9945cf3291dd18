// `node build-docs.mjs` after the build of the modules: puts the pages of the site into `dist/docs.json.gz`, for `antiphon docs-mcp`.
// They are the Markdown twins of apps/docs, so the command and the site say the same.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runnerImport } from 'vite'

const site = join(import.meta.dirname, '../../apps/docs/src/site')
const load = async (name) =>
  (await runnerImport(join(site, name), { configFile: false, root: site, logLevel: 'warn' })).module
const { sitePages } = await load('site-pages.ts')
const { markdownTwin } = await load('for-machines.ts')
const pages = sitePages().map((page) => ({
  id: page.id,
  title: page.title,
  description: page.description,
  keywords: page.keywords ?? '',
  text: markdownTwin(page),
}))
writeFileSync(join(import.meta.dirname, 'dist/docs.json.gz'), gzipSync(JSON.stringify(pages), { level: 9 }))
