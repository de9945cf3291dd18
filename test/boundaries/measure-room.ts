import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import type { RoomSize } from './budget.js'

const isSource = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.(?:test|stories)\.tsx?$|(?:^|[\\/])(?:fixtures|testing)[\\/]/.test(path)

/**
 * Measures a package or an app. Its source is every .ts and .tsx file in `src`, and in `server` where an app has one, without tests,
 * stories, fixtures and testing helpers. Sheets and files beside these folders, such as build scripts, are not counted. Names are
 * those that the sources of all `exports` export: the members of a namespace, and names of other packages, count too.
 */
export function measureRoom(folder: string): RoomSize {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const files = ['src', 'server'].flatMap((name) => sourceFiles(join(folder, name)))
  const size = { lines: files.reduce((sum, file) => sum + countLines(file), 0) }
  if (manifest.private) return size
  const entries = Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === 'object' && target['antiphon-source'] ? [join(folder, target['antiphon-source'])] : [],
  )
  return { ...size, names: entries.reduce((sum, entry) => sum + namesOf(entry).size, 0) }
}

interface Manifest {
  private?: boolean
  exports?: Record<string, string | Record<string, string>>
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.filter(isSource).map((path) => join(folder, path))
}

const countLines = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1

/** The names that a module exports. Those of `export *` and `export * as` are names of the other module. */
export function namesOf(file: string): Set<string> {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const entries = module.staticExports.flatMap((statement) => statement.entries)
  return new Set(
    entries.flatMap(({ exportName, importName, moduleRequest }) =>
      moduleRequest && importName.kind.startsWith('All')
        ? [...namesOf(sourceOf(file, moduleRequest.value))]
        : (exportName.name ?? 'default'),
    ),
  )
}

function sourceOf(file: string, specifier: string): string {
  const path = join(dirname(file), specifier.replace(/\.js$/, '.ts'))
  return existsSync(path) ? path : `${path}x`
}
