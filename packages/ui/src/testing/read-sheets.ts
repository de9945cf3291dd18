import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** All style sheets of the kit, those beside their components and those in `css`. */
export function readSheets(): { file: string; css: string }[] {
  return ['..', '../../css'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .map((file) => ({ file, css: readFileSync(join(import.meta.dirname, folder, file), 'utf8') })),
  )
}
