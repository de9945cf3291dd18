import { type Tool } from '@antiphon/core'
import { toolDefinition } from '../../packages/core/src/tools/define-tool.js'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { convertUnits } from '../../apps/demo/src/tools/convert-units.js'
import { demoTools, createGetTime } from '../../apps/demo/src/tools/demo-tools.js'
import { countries, lookUp } from '../../apps/demo/src/tools/look-up.js'

const context = { callId: 'c', callKey: 'm/0', signal: new AbortController().signal, report: () => {} }

/** Runs a tool as the chat does: the schema first, then `execute`. */
async function run(tool: Tool, args: unknown): Promise<unknown> {
  const execute = tool.execute as unknown as (args: unknown, given: typeof context) => unknown
  return execute((tool.parameters as z.ZodType).parse(args), context)
}

describe('get_time', () => {
  const getTime = createGetTime(() => Date.UTC(2026, 2, 29, 0, 59))

  it('reads the clock of a zone, on both sides of a change to summer time', async () => {
    expect(await run(getTime, { timezone: 'Europe/Oslo' })).toEqual({
      time: '01:59',
      date: 'Sunday, 29 March 2026',
      utc_offset: '+01:00',
    })
    const anHourLater = createGetTime(() => Date.UTC(2026, 2, 29, 1, 59))
    expect(await run(anHourLater, { timezone: 'Europe/Oslo' })).toMatchObject({
      time: '03:59',
      utc_offset: '+02:00',
    })
  })

  it('knows zones with odd offsets and UTC itself', async () => {
    expect(await run(getTime, { timezone: 'Asia/Kolkata' })).toMatchObject({
      time: '06:29',
      utc_offset: '+05:30',
    })
    expect(await run(getTime, { timezone: 'UTC' })).toMatchObject({ time: '00:59', utc_offset: '+00:00' })
  })

  it.each(['Mars/Olympus_Mons', ''])(
    'refuses the zone %j in words the model can act on',
    async (timezone) => {
      await expect(run(getTime, { timezone })).rejects.toThrow(/^Unknown time zone ".*"\. Use an IANA name/)
    },
  )
})

describe('convert_units', () => {
  it.each([
    [26.2, 'miles', 'km', 42.164813, 'km'],
    [72, 'kg', 'lb', 158.73283, 'lb'],
    [20, 'C', 'F', 68, 'F'],
    [-40, '°F', 'celsius', -40, 'C'],
    [0, 'K', 'degrees Celsius', -273.15, 'C'],
    [1, 'gallon', 'l', 3.7854118, 'l'],
    [100, 'km/h', 'mph', 62.137119, 'mph'],
    [10, 'kn', 'km/h', 18.52, 'km/h'],
    [1, 'GiB', 'MB', 1073.7418, 'MB'],
    [100, 'Mbit', 'MB', 12.5, 'MB'],
  ])('%d %s in %s', async (value, from, to, result, unit) => {
    expect(await run(convertUnits, { value, from, to })).toEqual({ result, unit })
  })

  it('refuses what does not fit, by name', async () => {
    await expect(run(convertUnits, { value: 12, from: 'furlong', to: 'kelvin' })).rejects.toThrow(
      'Invalid conversion: furlong measures length and kelvin measures temperature.',
    )
    await expect(run(convertUnits, { value: 1, from: 'parsec', to: 'km' })).rejects.toThrow(
      /^Unknown unit "parsec"\. Known units: length \(m, km/,
    )
  })
})

describe('look_up', () => {
  it('finds a country under its names', async () => {
    const norway = {
      country: 'Norway',
      capital: 'Oslo',
      population: 5_600_000,
      area_km2: 385_000,
      currency: 'Norwegian krone',
    }
    expect(await run(lookUp, { country: 'norway' })).toEqual(norway)
    expect(await run(lookUp, { country: 'the USA' })).toMatchObject({
      country: 'United States',
      capital: 'Washington, D.C.',
    })
  })

  it('has some sixty countries, every row complete', () => {
    expect(countries.length).toBeGreaterThanOrEqual(60)
    const incomplete = countries.filter(
      (row) => !row.capital || !row.currency || !(row.population > 100_000) || !(row.area_km2 > 500),
    )
    expect(incomplete).toEqual([])
  })

  it('says that a country is not in the table', async () => {
    await expect(run(lookUp, { country: 'Atlantis' })).rejects.toThrow(/^Country not found: "Atlantis"/)
  })
})

it('offers every tool to the model with a description and a schema of required properties', () => {
  for (const tool of demoTools) {
    const { description, parameters } = toolDefinition(tool).function
    expect(description).toBeTruthy()
    expect(parameters).toMatchObject({ type: 'object', required: expect.any(Array) })
  }
})
