import { defineTool } from '@antiphon/core'
import * as z from 'zod'

export interface Unit {
  symbol: string
  quantity: string
  /** `base = value * factor + offset`, in the base unit of the quantity. */
  factor: number
  offset: number
}

/** Quantity, then `symbol factor [offset] | other spellings`, in metre, kilogram, kelvin, litre, metre a second, byte. */
const table: Record<string, readonly string[]> = {
  length: [
    'm 1 | metre metres meter meters',
    'km 1000 | kilometre kilometres kilometer kilometers',
    'cm 0.01 | centimetre centimetres centimeter centimeters',
    'mm 0.001 | millimetre millimetres millimeter millimeters',
    'mi 1609.344 | mile miles',
    'yd 0.9144 | yard yards',
    'ft 0.3048 | foot feet',
    'in 0.0254 | inch inches',
    'nmi 1852 | nautical_mile nautical_miles',
    'furlong 201.168 | furlongs',
  ],
  mass: [
    'kg 1 | kilogram kilograms kilo kilos',
    'g 0.001 | gram grams',
    'mg 0.000001 | milligram milligrams',
    't 1000 | tonne tonnes',
    'lb 0.45359237 | lbs pound pounds',
    'oz 0.028349523125 | ounce ounces',
    'st 6.35029318 | stone stones',
  ],
  temperature: ['K 1 | kelvin', 'C 1 273.15 | °c celsius', `F ${5 / 9} ${459.67 * (5 / 9)} | °f fahrenheit`],
  volume: [
    'l 1 | litre litres liter liters',
    'ml 0.001 | millilitre millilitres milliliter milliliters',
    'cl 0.01 | centilitre centilitres centiliter centiliters',
    'm3 1000 | m³ cubic_metre cubic_metres cubic_meter cubic_meters',
    'gal 3.785411784 | gallon gallons us_gallon us_gallons',
    'qt 0.946352946 | quart quarts',
    'pt 0.473176473 | pint pints',
    'cup 0.2365882365 | cups',
    'floz 0.0295735295625 | fl_oz fluid_ounce fluid_ounces',
  ],
  speed: [
    'm/s 1 | mps metres_per_second meters_per_second',
    `km/h ${1 / 3.6} | kmh kph kilometres_per_hour kilometers_per_hour`,
    'mph 0.44704 | miles_per_hour',
    `kn ${1852 / 3600} | knot knots`,
    'ft/s 0.3048 | fps feet_per_second',
  ],
  data: [
    'B 1 | byte bytes',
    'kB 1e3 | kilobyte kilobytes',
    'MB 1e6 | megabyte megabytes',
    'GB 1e9 | gigabyte gigabytes',
    'TB 1e12 | terabyte terabytes',
    'KiB 1024 | kibibyte kibibytes',
    'MiB 1048576 | mebibyte mebibytes',
    'GiB 1073741824 | gibibyte gibibytes',
    'bit 0.125 | bits',
    'Mbit 125000 | megabit megabits',
    'Gbit 125000000 | gigabit gigabits',
  ],
}

const entries = Object.entries(table).flatMap(([quantity, lines]) =>
  lines.map((line) => {
    const [head = '', names = ''] = line.split(' | ')
    const [symbol = '', factor, offset] = head.split(' ')
    const unit: Unit = { symbol, quantity, factor: Number(factor), offset: Number(offset ?? 0) }
    return { unit, names: names.split(' ') }
  }),
)

const byName = new Map<string, Unit>(
  entries.flatMap(({ unit, names }) => [
    [unit.symbol.toLowerCase(), unit] as const,
    ...names.map((name) => [name, unit] as const),
  ]),
)

/** Every quantity with the symbols of its units. */
const quantities: Record<string, string[]> = Object.fromEntries(
  Object.keys(table).map((quantity) => [
    quantity,
    entries.flatMap(({ unit }) => (unit.quantity === quantity ? [unit.symbol] : [])),
  ]),
)

/** A unit by symbol or name, in any case. Words may be joined by spaces, dashes or underscores. */
function findUnit(name: string): Unit | undefined {
  return byName.get(
    name
      .trim()
      .toLowerCase()
      .replace(/^degrees?[\s_-]+/, '')
      .replace(/[\s-]+/g, '_'),
  )
}

const listed = Object.entries(quantities)
  .map(([quantity, symbols]) => `${quantity} (${symbols.join(', ')})`)
  .join('; ')

export const convertUnits = defineTool({
  name: 'convert_units',
  description: `Converts a value between two units of the same quantity: ${listed}.`,
  parameters: z.object({
    value: z.number(),
    from: z.string().describe('The unit of the value, such as mi, kg or C'),
    to: z.string().describe('The unit that is wanted'),
  }),
  execute({ value, from, to }) {
    const source = unitOf(from)
    const target = unitOf(to)
    if (source.quantity !== target.quantity) {
      throw new Error(
        `Invalid conversion: ${from} measures ${source.quantity} and ${to} measures ${target.quantity}.`,
      )
    }
    const result = (value * source.factor + source.offset - target.offset) / target.factor
    // Eight digits: no unit here is known better, and it hides the noise of binary fractions.
    return { result: Number(result.toPrecision(8)), unit: target.symbol }
  },
})

function unitOf(name: string): Unit {
  const unit = findUnit(name)
  if (!unit) throw new Error(`Unknown unit "${name}". Known units: ${listed}.`)
  return unit
}
