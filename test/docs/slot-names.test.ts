import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './pages.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('docs/components.md names every component that a transcript takes in its slots', () => {
  const source = read('packages/ui/src/components/transcript/slot-components.ts')
  const [, body] = /interface SlotComponents \{([^}]*)\}/.exec(source)!
  const names = [...body!.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!)
  const [, list] = /\n(`UserMessage`[^.]*)\./.exec(read('docs/components.md'))!
  expect([...list!.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(names)
})

test('each `data-slot` that a sheet names is written by a component', () => {
  const files = execFileSync('git', ['ls-files', 'packages', 'apps'], { cwd: root, encoding: 'utf8' }).split(
    '\n',
  )
  const written = new Set<string>()
  const styled: string[] = []
  for (const file of files) {
    if (file.endsWith('.css'))
      styled.push(
        ...[...read(file).matchAll(/\[data-slot='([\w-]+)'\]/g)].map(([, name]) => `${name} in ${file}`),
      )
    else if (/(?<!\.(?:test|stories))\.tsx?$/.test(file))
      for (const [, names] of read(file).matchAll(/\bslot['"]?\]?\s*[=:]([^\n>]*)/g))
        for (const [, name] of names!.matchAll(/['"]([\w-]+)['"]/g)) written.add(name!)
  }
  expect(styled.length).toBeGreaterThan(500)
  expect(styled.filter((place) => !written.has(place.split(' ')[0]!))).toEqual([])
})
