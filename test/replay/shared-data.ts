import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Recordings and corpora that belong to others. They are read where they lie and never copied into the repository. */
export const sharedRoot = process.env.ANTIPHON_SHARED ?? join(import.meta.dirname, '../../../shared')

/** Path of a folder of the shared data, or undefined, after one line about it, when it is not there. */
export function sharedFolder(name: string): string | undefined {
  const path = join(sharedRoot, name)
  if (existsSync(path)) return path
  console.log(`skipped: no ${name} in ANTIPHON_SHARED or ../shared`)
  return undefined
}

export function sharedJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}
