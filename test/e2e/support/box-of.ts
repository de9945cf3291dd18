import type { Locator } from 'playwright-core'

/**
 * Where an element is in the page, in CSS pixels rounded to hundredths. Chromium answers with 32-bit numbers: 44 pixels at
 * a fractional place can come back as 43.99994.
 */
export async function boxOf(
  target: Locator,
): Promise<{ x: number; y: number; width: number; height: number; right: number; bottom: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target.toString()} is not in view, so it has no box.`)
  const [x, y, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height].map(
    (place) => Math.round(place * 100) / 100,
  ) as [number, number, number, number]
  const size = (from: number, to: number): number => Math.round((to - from) * 100) / 100
  return { x, y, width: size(x, right), height: size(y, bottom), right, bottom }
}
