import type { Scenario } from '../script/scenario.js'
import { say, think } from '../script/step.js'

const thoughts = `Two taps fill a tank. The first needs six hours, the second three. How long do both take?

It is tempting to average the two times and say four and a half hours. That cannot be right: the second tap alone needs only three.

Rates add, times do not. The first tap fills one sixth of the tank in an hour, the second one third. Together that is 1/6 + 2/6 = 3/6, half a tank in an hour.

So two hours. Check: in two hours the first tap gives 2/6 and the second 4/6 of the tank. Together 6/6. It fits.`

const worked = `**Both taps together fill the tank in 2 hours.**

Add the rates, not the times:

| Tap | Alone | Per hour |
| --- | ---: | ---: |
| first | 6 h | 1/6 tank |
| second | 3 h | 2/6 tank |
| both | **2 h** | 3/6 tank |

The average of six and three would be 4.5 hours, which is longer than the second tap needs alone. That is how you notice the wrong turn.`

/** Thoughts first, on `reasoning_content`, then the answer. */
export const thinker: Scenario = {
  id: 'thinker',
  description: 'Thinks first (reasoning_content), then answers.',
  *play({ prompt }) {
    const asksOther = prompt.trim() !== '' && !/\b(tap|tank|puzzle|think|reason)/i.test(prompt)
    yield think(thoughts)
    if (asksOther)
      yield say('This model is a script with one puzzle, so it worked on that: two taps, one tank.\n\n')
    yield say(worked)
  },
}
