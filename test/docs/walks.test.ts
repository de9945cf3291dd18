import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf } from '../boundaries/layer-check.js'

const packages = join(import.meta.dirname, '../../packages')
const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
const section = page.slice(page.indexOf('## Three walks'), page.indexOf('## Layers'))

interface Stop {
  number: number
  file: string
  /** Where it is reached from, when that is not the stop before. */
  from?: string
  /** A name that it shares with the next stop, where neither imports the other. */
  name?: string
}

const walks = section
  .split('\n### ')
  .slice(1)
  .map((text) => ({ title: text.split('\n', 1)[0]!, stops: stopsOf(text) }))

function stopsOf(text: string): Stop[] {
  return [...text.matchAll(/^(\d+)\. `([^`]+)`(?:, from `([^`]+)`)?:(.*)$/gm)].map(
    ([, number, file, from, line]) => ({
      number: Number(number),
      file: join(packages, file!),
      from: from && join(packages, from),
      name: /→ `([^`]+)`$/.exec(line!)?.[1],
    }),
  )
}

const read = (file: string): string => readFileSync(file, 'utf8')

/** The files that one imports. A file that only exports again counts as what it exports. */
function importedBy(file: string): string[] {
  return importsOf(read(file))
    .filter((path) => path.startsWith('.'))
    .flatMap((path) => sourceOf(resolve(dirname(file), path)))
    .flatMap((target) => (isIndex(target) ? [target, ...importedBy(target)] : [target]))
}

function sourceOf(path: string): string[] {
  const base = path.replace(/\.js$/, '')
  return [`${base}.ts`, `${base}.tsx`].filter((name) => existsSync(name))
}

function isIndex(file: string): boolean {
  const code = read(file).replace(/\/\*[^]*?\*\//g, '')
  return !/^(?!export (?:type )?(?:\{|\*)|\s|\}|$)/m.test(code)
}

const hasName = (file: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(read(file))

test('there are three walks, of at most 12, 14 and 10 files', () => {
  expect(walks.map(({ stops }) => stops.length > 0)).toEqual([true, true, true])
  expect(walks.filter(({ stops }, at) => stops.length > [12, 14, 10][at]!)).toEqual([])
})

describe.each(walks)('$title', ({ stops }) => {
  test('every file is there, each once, and numbered in order', () => {
    expect(stops.filter(({ file }) => !existsSync(file))).toEqual([])
    expect(new Set(stops.map(({ file }) => file)).size).toBe(stops.length)
    expect(stops.map(({ number }) => number)).toEqual(stops.map((_, at) => at + 1))
  })

  test('each file imports the next or is imported by it, or both know the name between them', () => {
    const broken = stops.slice(1).flatMap(({ file, from }, at) => {
      const before = stops[at]!
      const last = from ?? before.file
      const isNamed = !from && before.name && hasName(last, before.name) && hasName(file, before.name)
      const isJoined = importedBy(last).includes(file) || importedBy(file).includes(last)
      return isNamed || isJoined ? [] : [`${last} and ${file}`]
    })
    expect(broken).toEqual([])
  })
})

test('every other file that a line names is there', () => {
  const lines = section.split('\n').filter((line) => /^\d+\. /.test(line))
  const missing = lines.flatMap((line) => {
    const [owner, ...others] = [...line.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, name]) => name!)
    return others.filter((name) => !isNear(owner!, name)).map((name) => `${owner}: ${name}`)
  })
  expect(missing).toEqual([])
})

/** Is there a file of this name beside the owner, or does the owner import one of that name? */
function isNear(owner: string, name: string): boolean {
  const file = join(packages, owner)
  return (
    existsSync(join(packages, name)) ||
    existsSync(join(dirname(file), name)) ||
    [...importedBy(file), ...importedBy(file).flatMap(importedBy)].some((path) => path.endsWith(`/${name}`))
  )
}
