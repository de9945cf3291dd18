/** Gap between the floating element and the edge of the window, px. */
const EDGE = 8
/** Gap between the floating element and its anchor, px. */
const GAP = 4
/** Least height in which a list can still be used, px. */
const LEAST = 120

/**
 * Puts a fixed element below another one, or above it where there is more room, and never outside of the window. It begins
 * where the other begins, or ends where that ends, and it may grow away from it.
 */
export function placeBeside(element: HTMLElement, anchor: Element): void {
  // Measured with all room available. Otherwise it would be narrower than later.
  element.style.setProperty('inset', '0 auto auto 0')
  element.style.removeProperty('max-height')
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const above = top - GAP - EDGE
  const below = innerHeight - EDGE - bottom - GAP
  const isBelow = below >= height || below >= above
  const isRtl = getComputedStyle(anchor).direction === 'rtl'
  const starts = isRtl ? right - width : left
  const ends = isRtl ? left : right - width
  const fits = (x: number): boolean => x >= EDGE && x + width <= innerWidth - EDGE
  const wanted = fits(starts) ? starts : ends
  const x = Math.max(EDGE, Math.min(wanted, innerWidth - width - EDGE))
  const most = Math.max(LEAST, Math.floor(isBelow ? below : above))
  element.style.setProperty('left', `${Math.round(x)}px`)
  element.style.setProperty('max-height', `${most}px`)
  if (isBelow) element.style.setProperty('top', `${Math.round(bottom + GAP)}px`)
  else {
    const foot = Math.min(innerHeight - top + GAP, innerHeight - EDGE - Math.min(height, most))
    element.style.setProperty('top', 'auto')
    element.style.setProperty('bottom', `${Math.round(foot)}px`)
  }
}
