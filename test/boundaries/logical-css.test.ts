import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ui = join(import.meta.dirname, '../../packages/ui')

/** Properties and values that name a side; in a page from right to left they would be on the wrong one. */
const sides =
  /(?:^|[;{\s])(?:(?:margin|padding|border|inset|scroll-(?:margin|padding))-(?:left|right)[\w-]*|left|right|(?:border-(?:top|bottom)-(?:left|right)-radius)|(?:text-align|float|clear)\s*:\s*(?:left|right))\s*[:;]/
/** Tailwind's names for the same. */
const classes =
  /\bap:(?:[\w-]+:)*-?(?:(?:m|p|scroll-m|scroll-p)[lr]|left|right|border-[lr]|rounded-[tb]?[lr]|text-(?:left|right)|float-(?:left|right))(?=[-\s'"`:]|$)/

test('X37 no sheet and no class names a side: everything is said of start and end', () => {
  const found: string[] = []
  for (const file of readdirSync(join(ui, 'css'))) {
    const css = readFileSync(join(ui, 'css', file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const line of css.split('\n')) if (sides.test(line)) found.push(`${file}: ${line.trim()}`)
  }
  for (const file of readdirSync(join(ui, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue
    for (const line of readFileSync(join(ui, 'src', file), 'utf8').split('\n')) {
      if (classes.test(line)) found.push(`${file}: ${line.trim()}`)
    }
  }
  expect(found).toEqual([])
})

test('X37 no sheet leaves the direction to `:dir()` alone where the page says it: bundlers for old browsers ask for the language in its place', () => {
  // An element that takes its direction from its own text has no other way.
  const auto = /thread-title|\[data-slot='input'\]/
  const found: string[] = []
  for (const folder of ['css', 'src'])
    for (const file of readdirSync(join(ui, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.css')) continue
      for (const line of readFileSync(join(ui, folder, file), 'utf8').split('\n'))
        if (/:dir\(/.test(line.replaceAll(":is(:dir(rtl), [dir='rtl'] *)", '')) && !auto.test(line))
          found.push(`${file}: ${line.trim()}`)
    }
  expect(found).toEqual([])
})
