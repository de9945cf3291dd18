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
  const entries = [...entriesOf(folder).values()]
  return { ...size, names: entries.reduce((sum, entry) => sum + namesOf(entry).size, 0) }
}

interface Manifest {
  name: string
  private?: boolean
  exports?: Record<string, string | Record<string, string>>
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.filter(isSource).map((path) => join(folder, path))
}

const countLines = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1

/**
 * The names that a module exports, and whether each exists when the page runs. Those of `export *` and `export * as` are names of
 * the other module.
 */
export function namesOf(file: string): Map<string, 'value' | 'type'> {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const entries = module.staticExports.flatMap((statement) => statement.entries)
  return new Map(
    entries.flatMap(({ exportName, importName, moduleRequest, isType }) => {
      if (!moduleRequest || !importName.kind.startsWith('All'))
        return [[exportName.name ?? 'default', isType ? 'type' : 'value'] as const]
      const others = [...namesOf(sourceOf(file, moduleRequest.value))]
      return isType ? others.map(([name]) => [name, 'type'] as const) : others
    }),
  )
}

/** The source of each entry of a package, by the name that one imports. */
export function entriesOf(folder: string): Map<string, string> {
  const { name, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  return new Map(
    Object.entries(exports).flatMap(([path, target]) =>
      typeof target === 'object' && target['antiphon-source']
        ? [[name + path.slice(1), join(folder, target['antiphon-source'])] as const]
        : [],
    ),
  )
}

function sourceOf(file: string, specifier: string): string {
  const path = join(dirname(file), specifier.replace(/\.js$/, '.ts'))
  return existsSync(path) ? path : `${path}x`
}
