import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engines/driver.js'
import { findEngines } from '../engines/engines.js'
import { openJourney } from '../engines/journey-page.js'
import { foundJourneys } from '../engines/found-journeys.js'
import { journeys as usual } from '../engines/journeys.js'
import { docsTable, type Column } from '../engines/table.js'
import { buildDemo } from './demo-app.js'

/** `ANTIPHON_ENGINES=Firefox` runs this one only. */
const wanted = process.env['ANTIPHON_ENGINES']?.split(',')
/** A picture of what a journey ended at, when a folder is named. */
const shots = process.env['ANTIPHON_SHOTS']
const engines = findEngines().filter(({ name }) => wanted?.includes(name) ?? true)
const journeys = [...usual, ...foundJourneys]
const columns: Column[] = []
/** Time that an engine took, its start included, in ms. */
const took = new Map<string, number>()
/** `✓` for each that passed. */
const table = docsTable('browsers.md', 'journeys', 'journey')

for (const { name, missing, start, startInWindow } of engines) {
  const lack = missing.length > 0 ? `: skipped, for ${missing.join(', ')} is not installed` : ''
  describe.skipIf(missing.length > 0)(`${name}${lack}`, () => {
    let engine: Engine
    const column: Column = { engine: name, version: '', cells: new Map() }
    let begun = 0
    beforeAll(async () => {
      // Not the build of the demo, which is for all.
      await buildDemo('server')
      begun = performance.now()
      engine = await start()
      column.version = engine.version.split('.').slice(0, 2).join('.')
      columns.push(column)
    })
    afterAll(async () => {
      await engine?.close()
      took.set(name, performance.now() - begun)
    })

    it.each(journeys)('$name', async ({ name: journey, walk, cannot }) => {
      const inWindow = cannot?.(engine.driver) ? await startInWindow?.() : undefined
      const { driver } = inWindow ?? engine
      if (cannot?.(driver)) return
      const { page, close } = await openJourney(driver)
      let problems: string[]
      try {
        await walk(page)
      } catch (error) {
        if (shots) writeFileSync(join(shots, `${name}-${journey}.png`), await driver.screenshot())
        throw error
      } finally {
        problems = await close().finally(() => inWindow?.close())
      }
      expect(problems).toEqual([])
      column.cells.set(journey, '✓')
    })
  })
}

describe('docs/browsers.md', () => {
  it('has the table of journeys that this run makes (UPDATE_DOCS=1 writes it where all engines are)', () => {
    for (const { engine, version, cells } of columns) {
      const seconds = Math.round((took.get(engine) ?? 0) / 1000)
      const without = journeys.filter(({ name }) => !cells.has(name)).map(({ name }) => name)
      console.log(
        `Journeys in ${engine} ${version}: ${cells.size} passed, of ${journeys.length}, in ${seconds} s${without.map((one) => `; without "${one}"`).join('')}`,
      )
    }
    for (const { name, missing } of engines)
      if (missing.length > 0)
        console.log(`Journeys in ${name}: none, for ${missing.join(', ')} is not installed`)
    const isWhole = columns.every(({ cells }) => cells.size === journeys.length)
    if (process.env['UPDATE_DOCS'] && isWhole && columns.length === findEngines().length)
      table.write(
        journeys.map(({ name }) => name),
        columns,
      )
    const written = table.read()
    expect([...written.keys()]).toEqual(findEngines().map(({ name }) => name))
    for (const rows of written.values()) expect([...rows.keys()]).toEqual(journeys.map(({ name }) => name))
    for (const { engine, cells } of columns)
      for (const [journey, cell] of cells) expect(written.get(engine)!.get(journey)).toBe(cell)
  })
})
