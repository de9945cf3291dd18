import type { PriceTable } from '@antiphon/shell'
import * as z from 'zod'
import { createStoredValue } from '../stored-value.js'

const schema = z.object({
  currency: z.string().min(1),
  models: z.array(
    z.object({
      model: z.string().min(1),
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      cached: z.number().nonnegative().optional(),
    }),
  ),
})

/** Prices that the person entered. No price is built in, because prices change and a wrong one would read like a bill. */
export const storedPrices = createStoredValue<PriceTable>('prices', schema, { currency: 'USD', models: [] })
