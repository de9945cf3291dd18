import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { namesInEvent, wireRecordings } from './wire-types.js'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/wire-coverage.md'), 'utf8')

/** The names in the first column of a wire's table. */
function namesOf(wire: string): string[] {
  const [, section = ''] = page.split(`<!-- wire ${wire} -->`)
  const rows = section.split('\n## ')[0]!.matchAll(/^\| (`.+?) \|/gm)
  return [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
}

describe('docs/wire-coverage.md', () => {
  test.each(Object.keys(namesInEvent))('has a table of %s, and each name once', (wire) => {
    const names = namesOf(wire)
    expect(names.length).toBeGreaterThan(5)
    expect(names).toEqual([...new Set(names)])
  })

  test.each(Object.keys(namesInEvent))('has every name that a recording of %s holds', (wire) => {
    const known = new Set(namesOf(wire))
    const missing = wireRecordings()
      .filter((recording) => recording.wire === wire)
      .flatMap(({ file, names }) =>
        names.filter((name) => !known.has(name)).map((name) => `${file}: ${name}`),
      )
    expect(missing).toEqual([])
  })
})
