import type { Scenario } from '../script/scenario.js'
import { filtered } from './filtered.js'

/** Stopped by the filter after some text. */
export const contentFilterMidway: Scenario = {
  id: 'content-filter-midway',
  description: 'Stopped by the content filter after some text.',
  play: () => [
    {
      type: 'text',
      text: 'The siege began in March, when the ice on the river was still thick enough to carry horses. The garrison had grain for ninety days and water for as long as the well held. On the eleventh night the attackers',
    },
    filtered,
  ],
}
