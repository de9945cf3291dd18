import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSheets } from '../../packages/ui/src/testing/read-sheets.js'

const packages = join(import.meta.dirname, '../../packages')

/** Properties and values that name a side; in a page from right to left they would be on the wrong one. */
const sides =
  /(?:^|[;{\s])(?:(?:margin|padding|border|inset|scroll-(?:margin|padding))-(?:left|right)[\w-]*|left|right|(?:border-(?:top|bottom)-(?:left|right)-radius)|(?:text-align|float|clear)\s*:\s*(?:left|right))\s*[:;]/
/** Tailwind's names for the same. */
const classes =
  /\bap:(?:[\w-]+:)*-?(?:(?:m|p|scroll-m|scroll-p)[lr]|left|right|border-[lr]|rounded-[tb]?[lr]|text-(?:left|right)|float-(?:left|right))(?=[-\s'"`:]|$)/

test('X37 no sheet and no class names a side: everything is said of start and end', () => {
  const found: string[] = []
  for (const { file, css } of readSheets()) {
    const rules = css.replace(/\/\*[\s\S]*?\*\//g, '')
    for (const line of rules.split('\n')) if (sides.test(line)) found.push(`${file}: ${line.trim()}`)
  }
  const sources = readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(name, 'src', file),
    ),
  )
  for (const file of sources) {
    if (!/\.tsx?$/.test(file)) continue
    for (const line of readFileSync(join(packages, file), 'utf8').split('\n')) {
      if (classes.test(line)) found.push(`${file}: ${line.trim()}`)
    }
  }
  expect(found).toEqual([])
})

test('X37 no sheet leaves the direction to `:dir()` alone where the page says it: bundlers for old browsers ask for the language in its place', () => {
  // An element that takes its direction from its own text has no other way.
  const auto = /thread-title|\[data-slot='input'\]/
  const found: string[] = []
  for (const { file, css } of readSheets())
    for (const line of css.split('\n'))
      if (/:dir\(/.test(line.replaceAll(":is(:dir(rtl), [dir='rtl'] *)", '')) && !auto.test(line))
        found.push(`${file}: ${line.trim()}`)
  expect(found).toEqual([])
})
