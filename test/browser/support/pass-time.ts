import { onTestFinished, vi } from 'vitest'
import { frames, nextTask } from './paced-answer.js'

let ahead: number | undefined

/**
 * Puts the clock of the page forward, for what counts only once it has stood for a while: a question answers nothing in its
 * first half second, and Send and Stop nothing right after they changed places. Wait first until it is shown; what it counts
 * from is noted when it is drawn.
 */
export async function passTime(ms: number): Promise<void> {
  await frames(2)
  await nextTask()
  if (ahead === undefined) {
    const now = performance.now.bind(performance)
    ahead = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead!)
    onTestFinished(() => {
      clock.mockRestore()
      ahead = undefined
    })
  }
  ahead += ms
}
