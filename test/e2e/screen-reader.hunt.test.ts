import { describe, expect, it } from 'vitest'
import { findReadBrowsers } from '../engines/engines.js'
import { openJourney, type JourneyPage } from '../engines/journey-page.js'
import { startScreenReader, type ScreenReader } from '../engines/screen-reader.js'
import { situations, type Situation } from '../engines/situations.js'
import { docsTable, type Column } from '../engines/table.js'

/** `ANTIPHON_ENGINES=Firefox` runs this one only. */
const wanted = process.env['ANTIPHON_ENGINES']?.split(',')
const browsers = findReadBrowsers().filter(({ name }) => wanted?.includes(name) ?? true)
/** By browser: a second run takes the place of the first. */
const columns = new Map<string, Column>()
const table = docsTable('accessibility.md', 'heard', 'what happens')

/** Slow enough that an urgent announcement does not overtake the one before it, and that fewer than 50 events wait: else Orca leaves some out. */
const SPEED = 2

/**
 * Both at once: most of the time a person, an answer or Orca is waited for. In Firefox, Orca leaves out a polite announcement
 * now and then, so what can happen again does so up to twice, and the hunt runs a failed browser once more (decision 27).
 */
describe.concurrent('Orca reads', () => {
  for (const { name, missing, start } of browsers) {
    const lack = missing.length > 0 ? `: skipped without ${missing.join(', ')}` : ''
    it.skipIf(missing.length > 0)(`${name}${lack}`, async ({ expect: hold }) => {
      const reader = await startScreenReader()
      const undo = [() => reader.close()]
      try {
        const engine = await start(reader.display)
        undo.push(() => engine.close())
        const cells = new Map<string, string>()
        columns.set(name, { engine: name, version: engine.version.split('.')[0]!, cells })
        // Into the empty page: drivers say that it has the focus while the address bar still has it.
        await reader.display.hands.press()
        const { page, close } = await openJourney(engine.driver, {
          speed: SPEED,
          typed: () => reader.caughtUp(),
        })
        undo.push(async () => void (await close()))
        await reader.caughtUp()
        for (const situation of situations) {
          let meant = await hear(page, reader, situation)
          for (let again = 0; again < 2 && situation.repeats && !isAll(meant, situation); again++)
            meant = await hear(page, reader, situation)
          // Each, so that one that is silent hides no other.
          hold.soft(meant, situation.name).toEqual(situation.said.map((one) => expect.stringMatching(one)))
          cells.set(
            situation.name,
            meant.map((text, at) => situation.said[at]?.exec(text)?.[0] ?? text).join(' · '),
          )
        }
        // Orca drops announcements when more than fifty events wait (D8 of docs/browsers.md).
        const told = reader.told()
        hold.soft(told.filter((event) => /accessible-name.*Writing arguments/.test(event))).toEqual([])
        hold.soft(told.filter((event) => /text-changed.*(Writing|Thinking) · \d+ s/.test(event))).toEqual([])
      } finally {
        for (const step of undo.toReversed()) await step()
      }
    })
  }
})

const isAll = (meant: string[], { said }: Situation): boolean =>
  meant.length === said.length && said.every((one, at) => one.test(meant[at]!))

/** Lets a situation happen, and gives what was said of it. */
async function hear(
  page: JourneyPage,
  reader: ScreenReader,
  { name, prepare, act, said, moves = false }: Situation,
): Promise<string[]> {
  await prepare?.(page, reader)
  const before = reader.heard().length
  const { lines } = reader.reasons()
  await act(page, reader)
  const isSaid = (one: RegExp): boolean =>
    reader
      .heard()
      .slice(before)
      .some((text) => one.test(text))
  // A missing announcement shows in the result, and its reason is printed.
  await page
    .until(() => said.every(isSaid), 'all is said', 20_000)
    .catch(() => {
      const { text } = reader.reasons(lines)
      const floods = text.filter((line) => line.includes('FLOOD')).length
      console.log([`Not all is said of "${name}", ${floods} events came in a flood:`, ...text].join('\n'))
    })
  // So that what is said beside it, or twice, is there too.
  await reader.caughtUp()
  const heard = reader.heard().slice(before)
  return moves ? heard.filter((text) => said.some((one) => one.test(text))) : heard
}

describe('docs/accessibility.md', () => {
  it('has the table of what is heard that this run makes (UPDATE_DOCS=1 writes it where all are)', () => {
    for (const { name, missing } of browsers)
      if (missing.length > 0) console.log(`Heard in ${name}: nothing, without ${missing.join(', ')}`)
    for (const { engine, version, cells } of columns.values())
      console.log(`Heard in ${engine} ${version}: ${cells.size} situations, of ${situations.length}`)
    if (process.env['UPDATE_DOCS'] && columns.size === findReadBrowsers().length)
      table.write(
        situations.map(({ name }) => name),
        [...columns.values()],
        '---',
      )
    const written = table.read()
    expect([...written.keys()]).toEqual(findReadBrowsers().map(({ name }) => name))
    for (const rows of written.values()) expect([...rows.keys()]).toEqual(situations.map(({ name }) => name))
    for (const { engine, cells } of columns.values())
      for (const [situation, cell] of cells) expect(written.get(engine)!.get(situation)).toBe(cell)
  })
})
