/** A place that the script of live parts fills when a reader comes near. Its height is kept from the start. */
export function livePlace(data: Record<string, string>): string {
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${value}"`)
  return `<div class="live-place not-content" ${attributes.join(' ')}></div>`
}
