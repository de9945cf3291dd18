/** Gap between the floating element and the edge of the window, px. */
const EDGE = 8
/** Gap between the floating element and its anchor, px. */
const GAP = 4
/** Least height in which a list can still be used, px. */
const LEAST = 120

export interface PlaceOptions {
  /** The preferred side, if there is room. Default: below. */
  side?: 'above' | 'below'
  /**
   * Between which heights the element stays. `scroller`: those of what scrolls the anchor, where that has room, so that the
   * buttons below a form stay free. Default: the window.
   */
  within?: 'window' | 'scroller'
}

/**
 * Puts a fixed element below another one, or above it where there is more room, and never outside of the window. It begins
 * where the other begins, or ends where that ends, and it may grow away from it.
 */
export function placeBeside(
  element: HTMLElement,
  anchor: Element,
  { side = 'below', within = 'window' }: PlaceOptions = {},
): void {
  // Measured with all room available. Otherwise it would be narrower than later.
  element.style.setProperty('inset', '0 auto auto 0')
  element.style.removeProperty('max-height')
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const room = roomAround(anchor, within)
  const other = side === 'below' ? 'above' : 'below'
  const shown = room[side] >= height || room[side] >= room[other] ? side : other
  const isRtl = getComputedStyle(anchor).direction === 'rtl'
  const starts = isRtl ? right - width : left
  const ends = isRtl ? left : right - width
  const fits = (x: number): boolean => x >= EDGE && x + width <= innerWidth - EDGE
  const wanted = fits(starts) ? starts : ends
  const x = Math.max(EDGE, Math.min(wanted, innerWidth - width - EDGE))
  const most = Math.max(LEAST, Math.floor(room[shown]))
  element.style.setProperty('left', `${Math.round(x)}px`)
  element.style.setProperty('max-height', `${most}px`)
  if (shown === 'below') element.style.setProperty('top', `${Math.round(bottom + GAP)}px`)
  else {
    const foot = Math.min(innerHeight - top + GAP, innerHeight - EDGE - Math.min(height, most))
    element.style.setProperty('top', 'auto')
    element.style.setProperty('bottom', `${Math.round(foot)}px`)
  }
}

function roomAround(anchor: Element, within: 'window' | 'scroller'): { above: number; below: number } {
  const { top, bottom } = anchor.getBoundingClientRect()
  const between = (start: number, end: number) => ({ above: top - GAP - start, below: end - bottom - GAP })
  const inWindow = between(EDGE, innerHeight - EDGE)
  const scroller = within === 'scroller' && scrollerOf(anchor)?.getBoundingClientRect()
  if (!scroller) return inWindow
  const inside = between(Math.max(EDGE, scroller.top), Math.min(innerHeight - EDGE, scroller.bottom))
  return Math.max(inside.above, inside.below) >= LEAST ? inside : inWindow
}

function scrollerOf(anchor: Element): Element | undefined {
  for (let one = anchor.parentElement; one; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return undefined
}
