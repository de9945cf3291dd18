import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const shared = process.env['ANTIPHON_SHARED'] ?? resolve(import.meta.dirname, '../../../../../../shared')

/** A file of the shared corpora, or null (with one line that says so) where they are not laid out. */
export function corpus(path: string): unknown {
  const file = resolve(shared, 'corpora', path)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as unknown
  console.log(`skipped: ${path} is not there (set ANTIPHON_SHARED)`)
  return null
}
