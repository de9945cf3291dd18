import { defineTool } from '@antiphon/core'
import * as z from 'zod'
import { countries, findCountry } from './countries.js'

export const lookUp = defineTool({
  name: 'look_up',
  description: 'Capital, population, area and currency of a country, from a small built-in table.',
  parameters: z.object({ country: z.string().describe('English name, such as Norway') }),
  execute({ country }) {
    const found = findCountry(country)
    if (!found) {
      throw new Error(
        `Country not found: "${country}". The table has ${countries.length} countries, under their English names.`,
      )
    }
    return found
  },
})
