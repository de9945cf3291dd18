import { layers, storeys } from './layer-rules.js'

export interface Violation {
  file: string
  imports: string
  rule: string
}

const importPattern =
  /(?:^|[\n;])\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** The specifiers that a source file imports or re-exports, dynamic imports included. */
export function importsOf(source: string): string[] {
  return [...source.matchAll(importPattern)].map((match) => (match[1] ?? match[2] ?? match[3])!)
}

/**
 * `files` maps paths such as `core/sse/parse.ts` (package, then path below its src) to their source; those of apps begin with `apps/`.
 * A package never imports a style sheet from code: hosts choose how they load it.
 */
export function findViolations(files: ReadonlyMap<string, string>): Violation[] {
  const found: Violation[] = []
  for (const [file, source] of files) {
    const rule = ruleOf(file)
    if (!rule) {
      found.push({ file, imports: '', rule: 'no layer rule covers this file' })
      continue
    }
    const own = storeyOf(file)
    if (!own && rule in storeys)
      found.push({ file, imports: '', rule: `no storey of ${rule} holds this file` })
    for (const specifier of importsOf(source)) {
      const target = specifier.startsWith('.') ? resolve(file, specifier) : specifier
      const other = storeyOf(target)
      if (own && other?.room === own.room && other.level > own.level)
        found.push({ file, imports: target, rule: `${own.name} is below ${other.name}` })
      else if ((target.endsWith('.css') && !file.startsWith('apps/')) || !isAllowed(rule, target))
        found.push({ file, imports: target, rule })
    }
  }
  return found
}

/**
 * The knots of files that import one another, directly or round a corner: each as its members in order of their names.
 * A type import counts, because a reader follows it as he follows a value.
 */
export function findCycles(files: ReadonlyMap<string, string>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const knots: string[][] = []
  const visit = (file: string): void => {
    const own = index.size
    index.set(file, own)
    low.set(file, own)
    open.push(file)
    for (const target of filesImportedBy(file, files)) {
      if (!index.has(target)) visit(target)
      if (open.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!))
    }
    if (low.get(file) !== own) return
    const members = open.splice(open.indexOf(file))
    if (members.length > 1) knots.push(members.sort())
  }
  for (const file of files.keys()) if (!index.has(file)) visit(file)
  return knots
}

function filesImportedBy(file: string, files: ReadonlyMap<string, string>): string[] {
  return importsOf(files.get(file)!).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return []
    const target = resolve(file, specifier)
    return [target, target.replace(/\.ts$/, '.tsx')].filter((name) => files.has(name))
  })
}

const isWithin = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`)

function ruleOf(file: string): string | undefined {
  return Object.keys(layers)
    .filter((key) => isWithin(file, key))
    .sort((a, b) => b.length - a.length)[0]
}

const places = Object.entries(storeys)
  .flatMap(([room, floors]) =>
    Object.entries(floors).flatMap(([name, members], level) =>
      members.map((member) => ({ path: `${room}/${member}`, room, name, level })),
    ),
  )
  .sort((a, b) => b.path.length - a.path.length)

function storeyOf(file: string): (typeof places)[number] | undefined {
  return places.find(({ path }) => isWithin(file, path))
}

function isAllowed(rule: string, target: string): boolean {
  if (target.startsWith(`${rule}/`) && ruleOf(target) === rule) return true
  return layers[rule]!.some((allowed) => {
    if (allowed.endsWith('/') || allowed.endsWith(':')) return target.startsWith(allowed)
    return target === allowed || (target.startsWith(`${allowed}/`) && !allowed.startsWith('@'))
  })
}

/** `core/sse/a.ts` + `../errors/b.js` → `core/errors/b.ts`. */
function resolve(file: string, specifier: string): string {
  const parts = file.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/').replace(/\.js$/, '.ts')
}
