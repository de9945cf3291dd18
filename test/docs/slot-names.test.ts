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
