import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engines/driver.js'
import { findReadBrowsers } from '../engines/engines.js'
import { openJourney, type JourneyPage } from '../engines/journey-page.js'
import { startScreenReader, type ScreenReader } from '../engines/screen-reader.js'
import { situations } from '../engines/situations.js'
import { docsTable, type Column } from '../engines/table.js'

/** `ANTIPHON_ENGINES=Firefox` runs this one only. */
const wanted = process.env['ANTIPHON_ENGINES']?.split(',')
const browsers = findReadBrowsers().filter(({ name }) => wanted?.includes(name) ?? true)
const columns: Column[] = []
const table = docsTable('accessibility.md', 'heard', 'what happens')

/** Faster than a model; slow enough that an urgent announcement does not overtake the one before it, which Orca then leaves out. */
const SPEED = 3

/** Two minutes, and a busy machine makes Orca leave announcements out: not part of `npm test` (decision 27). */
const isAsked = process.env['ANTIPHON_HEARD'] !== undefined

for (const { name, missing, start } of browsers) {
  const without = isAsked ? missing : ['ANTIPHON_HEARD=1', ...missing]
  const lack = without.length > 0 ? `: skipped without ${without.join(', ')}` : ''
  describe.skipIf(without.length > 0)(`Orca with ${name}${lack}`, () => {
    let reader: ScreenReader
    let engine: Engine
    let page: JourneyPage
    let close: (() => Promise<string[]>) | undefined
    const cells = new Map<string, string>()
    beforeAll(async () => {
      reader = await startScreenReader()
      engine = await start(reader.display)
      columns.push({ engine: name, version: engine.version.split('.')[0]!, cells })
      // Into the empty page: drivers say that it has the focus while the address bar still has it.
      await reader.display.hands.press()
      const journey = await openJourney(engine.driver, { speed: SPEED, typed: () => reader.caughtUp() })
      page = journey.page
      close = journey.close
      await reader.caughtUp()
    })
    afterAll(async () => {
      await close?.()
      await engine?.close()
      await reader?.close()
    })

    it.each(situations)('$name', async ({ name: situation, act, said, moves = false }) => {
      const before = reader.heard().length
      await act(page, reader)
      const isSaid = (one: RegExp): boolean =>
        reader
          .heard()
          .slice(before)
          .some((text) => one.test(text))
      // What is missing then is shown below.
      await page.until(() => said.every(isSaid), 'all is said', 20_000).catch(() => undefined)
      // So that what is said beside it, or twice, is there too.
      await reader.caughtUp()
      const heard = reader.heard().slice(before)
      const meant = moves ? heard.filter((text) => said.some((one) => one.test(text))) : heard
      expect(meant).toEqual(said.map((one) => expect.stringMatching(one)))
      cells.set(situation, meant.map((text, at) => said[at]!.exec(text)![0]).join(' · '))
    })

    // Orca drops announcements when more than fifty events wait (D8 of docs/browsers.md).
    it('is told of no name that changes with each piece, and of no clock', () => {
      const told = reader.told()
      expect(told.filter((event) => /accessible-name.*Writing arguments/.test(event))).toEqual([])
      expect(told.filter((event) => /text-changed.*(Writing|Thinking) · \d+ s/.test(event))).toEqual([])
    })
  })
}

describe('docs/accessibility.md', () => {
  it('has the table of what is heard that this run makes (UPDATE_DOCS=1 writes it where all are)', () => {
    for (const { name, missing } of browsers)
      if (missing.length > 0 || !isAsked)
        console.log(`Heard in ${name}: nothing, without ${['ANTIPHON_HEARD=1', ...missing].join(', ')}`)
    for (const { engine, version, cells } of columns)
      console.log(`Heard in ${engine} ${version}: ${cells.size} situations, of ${situations.length}`)
    if (process.env['UPDATE_DOCS'] && columns.length === findReadBrowsers().length)
      table.write(
        situations.map(({ name }) => name),
        columns,
        '---',
      )
    const written = table.read()
    expect([...written.keys()]).toEqual(findReadBrowsers().map(({ name }) => name))
    for (const rows of written.values()) expect([...rows.keys()]).toEqual(situations.map(({ name }) => name))
    for (const { engine, cells } of columns)
      for (const [situation, cell] of cells) expect(written.get(engine)!.get(situation)).toBe(cell)
  })
})
