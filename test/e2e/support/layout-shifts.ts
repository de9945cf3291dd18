import type { Page } from 'playwright-core'

/** Something that moved that nobody has moved. */
export interface Shift {
  /** Share of the window, as Chrome measures it. */
  value: number
  /** Elements that moved, by slot, with their places before and after. */
  moved: string[]
}

/**
 * Collects shifts that no press explains. A press accounts for half a second, for its first two frames on a busy machine, and for
 * the conversation that replaces the home page, whenever that comes.
 */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.evaluate(() => {
    const shifts: Shift[] = []
    // Chrome does not count the typing and tapping of a driver as a press; its own rule for presses is applied here.
    let until = -Infinity
    const press = (): void => {
      const end = performance.now() + 500
      until = Infinity
      const afterFrames = (left: number): number =>
        requestAnimationFrame(() => {
          const isHome = !document.querySelector('main [data-slot="turn"]')
          if (isHome || left > 0) afterFrames(isHome ? left : left - 1)
          else until = Math.max(end, performance.now())
        })
      afterFrames(2)
    }
    for (const type of ['input', 'click']) addEventListener(type, press, { capture: true })
    Object.assign(globalThis, { shifts })
    const name = (node: Node | null): string =>
      (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-slot]')?.dataset[
        'slot'
      ] ?? 'nothing'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[])
        if (!entry.hadRecentInput && entry.startTime > until)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${name(node)} ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`,
            ),
          })
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
}

/** Waits until nothing has moved for a second: then what the end of an answer sets off has happened. */
export async function untilNothingShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { shifts } = globalThis as unknown as { shifts: Shift[] }
    for (let seen = -1; seen < shifts.length;) {
      seen = shifts.length
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  })
}

/** Throws with all that moved when it is more than `limit` of the window in all. */
export function expectAtMost(shifts: readonly Shift[], limit: number): void {
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  const told = shifts.map(({ value, moved }) => `${value.toFixed(4)} ${moved.join(', ')}`).join('\n')
  if (sum > limit) throw new Error(`${sum.toFixed(4)} of the window moved:\n${told}`)
}
