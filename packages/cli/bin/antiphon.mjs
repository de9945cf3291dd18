#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)
if (!existsSync(main)) {
  process.stderr.write('antiphon: the command is not built yet. Run: pnpm -r build\n')
  process.exit(1)
}
const { run } = await import(main.href)
const { processIo } = await import(new URL('../dist/io.js', import.meta.url).href)
process.exitCode = await run(process.argv.slice(2), processIo())
