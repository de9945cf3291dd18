import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiReport, readApi } from '../support/api-report.js'
import { libraries } from '../support/packages.js'

const root = join(import.meta.dirname, '../..')
const apis = libraries.map((folder) => ({ folder, entries: readApi(join(root, 'packages', folder)) }))

describe('the public API', () => {
  it.each(apis)('of $folder is its api.md (UPDATE_DOCS=1 writes it)', ({ folder, entries }) => {
    const file = join(root, 'packages', folder, 'api.md')
    const fresh = apiReport(`@antiphon/${folder}`, entries)
    if (process.env['UPDATE_DOCS']) writeFileSync(file, fresh)
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(fresh)
  })

  it('has each name in one entry', () => {
    const places = new Map<string, string[]>()
    for (const { name: entry, names } of apis.flatMap(({ entries }) => entries))
      for (const { name } of names) places.set(name, [...(places.get(name) ?? []), entry])
    const shared = [...places].filter(([, entries]) => entries.length > 1)
    expect(shared.map(([name, entries]) => `${name}: ${entries.join(', ')}`)).toEqual([])
  })
})
