import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { build, minifySync } from 'vite'

const root = join(import.meta.dirname, '../..')
const conditions = ['module', 'browser', 'production']
const sourceConditions = ['antiphon-source', ...conditions]
const reportFile = join(root, 'docs/sizes.md')
/** Growth of a page in kB that makes a new report necessary. Versions of zlib differ by less. */
export const TOLERANCE = 0.3
/** Packages that are not part of the kit. */
const never = ['react', 'react-dom', 'zod', '@tanstack/react-query']
const kB = (bytes: number): number => Math.round(bytes / 100) / 10
const zipped = (code: string): number => kB(gzipSync(code, { level: 9 }).byteLength)

export const readSizes = (): string => readFileSync(reportFile, 'utf8')

/** Writes a table of docs/sizes.md, between its marks. */
export function writeSizes(mark: string, lines: readonly string[]): void {
  const place = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*(<!-- end ${mark} -->)`)
  writeFileSync(
    reportFile,
    readSizes().replace(place, (_, start, end) => `${start}${lines.join('\n')}\n${end}`),
  )
}

export interface Size {
  /** kB that a page loads with every export of the entry, minified and gzipped. */
  loaded: number
  /** kB of each part that it loads when it needs it. */
  onDemand: Record<string, number>
  /** Modules of others that a page loads with it, of `never`. */
  others: string[]
}

/** With Rolldown, by Vite: of the sources, or of the packages as they are built. */
export async function rolldownSize(entry: string, built = false): Promise<Size> {
  const id = 'virtual:entry'
  const output = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: built ? conditions : sourceConditions },
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === id ? `\0${id}` : undefined),
        load: (source) => (source === `\0${id}` ? entry : undefined),
      },
    ],
    build: {
      write: false,
      // As a library: a page's own preloading of chunks is not part of the kit. That mode keeps white space, so the
      // minifier runs on its output.
      lib: { entry: import.meta.filename, formats: ['es'] },
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input: id,
        preserveEntrySignatures: 'strict',
        external: (source) => never.some((name) => source === name || source.startsWith(`${name}/`)),
      },
    },
  })
  const chunks = (Array.isArray(output) ? output : [output])
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((chunk) => chunk.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set<string>()
  const visit = (name: string): void => {
    if (first.has(name)) return
    first.add(name)
    byName.get(name)?.imports.forEach(visit)
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk.fileName)
  const size = (list: typeof chunks): number => {
    const code = list.map((chunk) => minifySync('chunk.js', chunk.code, { module: true }).code).join('\n')
    return zipped(code)
  }
  const parts = chunks.filter((chunk) => chunk.isDynamicEntry && !first.has(chunk.fileName))
  // Several may have one name, such as the `api.ts` of each API: then the folder is what tells them apart.
  const nameOf = ({ name, facadeModuleId }: (typeof parts)[number]): string =>
    facadeModuleId && parts.filter((part) => part.name === name).length > 1
      ? `${basename(dirname(facadeModuleId))}/${name}`
      : name
  return {
    loaded: size(chunks.filter((chunk) => first.has(chunk.fileName))),
    onDemand: Object.fromEntries(
      parts
        .map((chunk): [string, number] => [nameOf(chunk), size([chunk])])
        .sort(([a], [b]) => a.localeCompare(b)),
    ),
    others: [...first].filter((name) => !byName.has(name)),
  }
}

/**
 * With esbuild, of the packages as they are built. `splitting`: what is loaded on demand is a file of its own; without, as is
 * its default, all is one file.
 */
export async function esbuildSize(entry: string, splitting: boolean): Promise<Size> {
  const { outputFiles, metafile } = await esbuild({
    stdin: { contents: entry, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    splitting,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    conditions,
    external: never.flatMap((name) => [name, `${name}/*`]),
    write: false,
    metafile: true,
    outdir: 'out',
    absWorkingDir: root,
    logLevel: 'silent',
  })
  const textOf = (path: string): string =>
    outputFiles.find((file) => file.path === join(root, path))?.text ?? ''
  const first = new Set<string>()
  const others = new Set<string>()
  const visit = (path: string): void => {
    if (first.has(path)) return
    first.add(path)
    for (const { path: target, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement') continue
      if (external) others.add(target)
      else visit(target)
    }
  }
  const begin = Object.keys(metafile.outputs).find(
    (path) => metafile.outputs[path]?.entryPoint === '<stdin>',
  )!
  visit(begin)
  const parts = Object.keys(metafile.outputs).filter(
    (path) => metafile.outputs[path]?.entryPoint && !first.has(path),
  )
  return {
    loaded: zipped([...first].map(textOf).join('\n')),
    onDemand: Object.fromEntries(parts.map((path) => [path, zipped(textOf(path))])),
    others: [...others],
  }
}
