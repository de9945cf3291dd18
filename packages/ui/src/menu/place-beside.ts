/** Gap between the floating element and the edge of the window, px. */
const EDGE = 8
/** Gap between the floating element and its anchor, px. */
const GAP = 4

/**
 * Puts a fixed element below another one, or above it where there is more room, and never outside of the window. It begins
 * where the other begins, or ends where that ends.
 *
 * @param side The preferred side, if there is room. Default: below.
 */
export function placeBeside(element: HTMLElement, anchor: Element, side: 'above' | 'below' = 'below'): void {
  // Measured with all room available. Otherwise it would be narrower than later.
  element.style.setProperty('inset', '0 auto auto 0')
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const room = { above: top - GAP - EDGE, below: innerHeight - bottom - GAP - EDGE }
  const other = side === 'below' ? 'above' : 'below'
  const shown = room[side] >= height || room[side] >= room[other] ? side : other
  const isRtl = getComputedStyle(anchor).direction === 'rtl'
  const starts = isRtl ? right - width : left
  const ends = isRtl ? left : right - width
  const fits = (x: number): boolean => x >= EDGE && x + width <= innerWidth - EDGE
  const wanted = fits(starts) ? starts : ends
  const x = Math.max(EDGE, Math.min(wanted, innerWidth - width - EDGE))
  const y = shown === 'below' ? bottom + GAP : Math.max(EDGE, top - GAP - height)
  element.style.setProperty('left', `${Math.round(x)}px`)
  element.style.setProperty('top', `${Math.round(y)}px`)
  element.style.setProperty('max-height', `${Math.max(120, Math.floor(Math.max(room[shown], height)))}px`)
}
