import { defineTool } from '@antiphon/core'
import * as z from 'zod'
import { findUnit, quantities, type Unit } from './units.js'

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
