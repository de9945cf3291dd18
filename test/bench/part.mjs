/** One part of a suite in a process of its own: `node --expose-gc part.mjs PART.mjs CORE.mjs [CASE]`. Prints its rows as JSON. */
import { pathToFileURL } from 'node:url'

const [, , part, built, one] = process.argv
const core = await import(pathToFileURL(built).href)
const { measure } = await import(pathToFileURL(part).href)
process.stdout.write(JSON.stringify(await measure(core, one)))
