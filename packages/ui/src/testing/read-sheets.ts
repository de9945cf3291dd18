import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '../../..')

/** All style sheets of the kit: those beside their components, in any package, and those in `packages/ui/css`. */
export function readSheets(): { file: string; css: string }[] {
  return readdirSync(packages)
    .flatMap((name) => [join(name, 'src'), join(name, 'css')])
    .filter((folder) => existsSync(join(packages, folder)))
    .flatMap((folder) =>
      readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.css'))
        .map((file) => join(folder, file)),
    )
    .map((file) => ({ file, css: readFileSync(join(packages, file), 'utf8') }))
}
