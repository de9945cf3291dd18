import type { Scenario } from '../script/scenario.js'
import { filtered } from './filtered.js'

/** Withheld before the first word. */
export const contentFilter: Scenario = {
  id: 'content-filter',
  description: 'Withheld by the content filter: no text at all.',
  play: () => [filtered],
}
