import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * The files below a folder, as paths from the root of the repository. Not those of installed packages: `readdir` follows their links
 * in some versions of Node, and lists a million files in twelve seconds.
 */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return entry.isFile() ? path : []
  })
}
