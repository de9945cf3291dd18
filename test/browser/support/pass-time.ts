import { onTestFinished, vi } from 'vitest'
import { frames, nextTask } from './paced-answer.js'

const now = performance.now.bind(performance)
interface Clock {
  ahead: number
  heldAt?: number
}
let clock: Clock | undefined

/** The clock of the page until the end of the test. */
function ownClock(): Clock {
  if (clock) return clock
  const own: Clock = { ahead: 0 }
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => (own.heldAt ?? now()) + own.ahead)
  onTestFinished(() => {
    spy.mockRestore()
    clock = undefined
  })
  return (clock = own)
}

/**
 * Advances the clock of the page past a delay: a question takes no answer in its first half second, and Send and Stop ignore
 * presses right after they changed places. Wait first until the element is shown, because the delay counts from when it is drawn.
 */
export async function passTime(ms: number): Promise<void> {
  await frames(2)
  await nextTask()
  ownClock().ahead += ms
}

/** Stops the clock of the page but for `passTime`: a machine with other work takes its time between the two presses of a double click. */
export function holdTime(): void {
  ownClock().heldAt ??= now()
}
