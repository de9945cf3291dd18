import type { Scenario } from '../script/scenario.js'
import { say } from '../script/step.js'
import { cutOff, firstTokens } from './limit-steps.js'

const text = `## Crossing the sound by bicycle

The old ferry took twenty minutes and two coins. The bridge takes seven minutes and nobody's time but your own, provided the wind is not from the west.

1. Start early. The path is shared with walkers after nine.
2. Keep right at the pylons; the gusts come round the left side first.
3. Rest in the middle. There are two benches and the best view of both shores.

The climb is longer than it looks: the deck rises forty metres over its first kilometre, which is a gradient of four per cent. A loaded bicycle does that in the second lowest gear without standing up. Going down the other side, brake before the joints and not on them, since the steel is polished and holds water long after the road is dry.

If the barrier is closed, the shuttle bus takes bicycles on a trailer, six at a time, every quarter of an hour.`

const shown = firstTokens(text, 110)

/** Where the thread stands: the beginning is already there when the user, or the app, asks to continue. */
export function continuesLength(lastAnswer: string): boolean {
  return lastAnswer.length > 0 && lastAnswer !== text && text.startsWith(lastAnswer)
}

/** Cut off by the token limit in mid-sentence. "Continue" brings the rest. */
export const length: Scenario = {
  id: 'length',
  description: 'Cut off at the token limit in the middle of a sentence. Say "continue" for the rest.',
  *play({ prompt, lastAnswer }) {
    const wantsMore = continuesLength(lastAnswer) && /\b(continue|go on|carry on|the rest)\b/i.test(prompt)
    if (wantsMore) yield say(text.slice(lastAnswer.length))
    else yield* cutOff(say(shown))
  },
}
