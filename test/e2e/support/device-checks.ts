/**
 * Looks at a story as a device or a setting shows it. Every function is sent to the page as text, so it uses nothing outside of
 * itself. Those that find faults return one line of each.
 */

interface Ratio {
  front: string
  ground: string
  ratio: number
}

/** The ratios of WCAG 2 between what the tokens come to in the page: quiet text and hairlines on every ground. */
export function contrastOf(): { texts: Ratio[]; lines: Ratio[] } {
  const root = document.querySelector('[data-antiphon-root]')!
  const probe = root.appendChild(document.createElement('i'))
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const luminance = (token: string): number => {
    probe.style.color = `var(--antiphon-${token})`
    context.fillStyle = getComputedStyle(probe).color
    context.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((channel) => {
      const value = channel / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const soft = ['accent', 'success', 'warn', 'danger', 'info'].map((name) => `${name}-soft`)
  const grounds = ['bg', 'surface', 'raised', 'sunken', ...soft]
  const table = (fronts: string[]): Ratio[] =>
    fronts.flatMap((front) =>
      grounds.map((ground) => {
        const [one, other] = [luminance(front), luminance(ground)]
        return { front, ground, ratio: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) }
      }),
    )
  const result = { texts: table(['text', 'text-2', 'text-3']), lines: table(['line', 'line-strong']) }
  probe.remove()
  return result
}

/** Marks of states that cannot be seen: without a size, or in the colour of what is behind them. */
export function shapeFindings(): string[] {
  const found: string[] = []
  const ground = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (!/rgba\(.*, 0\)|transparent/.test(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  const marks = document.querySelectorAll<SVGElement>(
    '#storybook-root :is([data-slot="mark"], [data-slot="notice-mark"]) svg',
  )
  for (const mark of marks) {
    if (!mark.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { width, height } = mark.getBoundingClientRect()
    const { stroke, fill } = getComputedStyle(mark)
    const name = mark.dataset['icon'] ?? 'mark'
    if (Math.min(width, height) < 12) found.push(`${name} is ${width} x ${height}`)
    if (stroke === ground(mark) || (stroke === 'none' && fill === ground(mark)))
      found.push(`${name} is drawn in the colour behind it, ${stroke}`)
  }
  return found
}

/** Finds elements that stick out of a panel of 320 px. Code, tables and the like scroll inside themselves. */
export function narrowFindings(): string[] {
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`)
  const panel = document.getElementById('storybook-root')!.getBoundingClientRect()
  const scrolls = (element: Element): boolean => {
    for (let at = element.parentElement; at && at.id !== 'storybook-root'; at = at.parentElement) {
      if (at.matches('[data-slot="viewport"]')) continue
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true
    }
    return false
  }
  for (const viewport of document.querySelectorAll('[data-slot="viewport"]')) {
    if (viewport.scrollWidth > viewport.clientWidth + 1)
      found.push(`the transcript is ${viewport.scrollWidth} px wide in ${viewport.clientWidth}`)
  }
  for (const element of document.querySelectorAll('#storybook-root [data-slot]')) {
    if (element.closest('dialog') || !element.checkVisibility({ visibilityProperty: true })) continue
    const { left, right, width } = element.getBoundingClientRect()
    if (width === 0 || (right <= panel.right + 1 && left >= panel.left - 1) || scrolls(element)) continue
    found.push(`${element.getAttribute('data-slot')} reaches from ${left} to ${right}`)
  }
  return found
}

/** Finds content that paper would miss, or have too much of. */
export function printFindings(): string[] {
  const found: string[] = []
  const shown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })
  const text = getComputedStyle(document.querySelector('[data-antiphon-root]')!).color
  const [lightness] = /[\d.]+/.exec(text.replace(/^oklch/, '')) ?? ['']
  if (Number(lightness) > 0.5) found.push(`text is ${text}`)
  for (const fold of document.querySelectorAll('#storybook-root [data-slot="fold"]')) {
    const inner = fold.querySelector('[data-slot="fold-inner"]')
    if (inner?.textContent && (!shown(inner) || inner.getBoundingClientRect().height < 1))
      found.push(`closed: ${inner.textContent.slice(0, 60)}`)
  }
  for (const button of document.querySelectorAll('#storybook-root button')) {
    // Rows of the ledger and figures of usage are buttons; their words are the record.
    if (button.closest('[data-slot="row"], [data-slot="figures"]')) continue
    if (shown(button) && button.getBoundingClientRect().height > 0)
      found.push(`a button is left: ${button.getAttribute('aria-label') ?? button.textContent}`)
  }
  for (const chrome of document.querySelectorAll('[data-slot="composer"], [data-slot="jump-place"]')) {
    if (shown(chrome)) found.push(`${chrome.getAttribute('data-slot')} is left`)
  }
  for (const word of document.querySelectorAll('[data-slot="tool-call"] [data-slot="state-word"]')) {
    if (word.getBoundingClientRect().width < 8) found.push(`a state is no word: ${word.textContent}`)
  }
  for (const link of document.querySelectorAll('[data-slot="prose"] a[href^="http"]')) {
    if (!getComputedStyle(link, '::after').content.includes(link.getAttribute('href')!))
      found.push(`a link without its address: ${link.textContent}`)
  }
  for (const area of document.querySelectorAll<HTMLElement>(
    '[data-slot="viewport"], [data-slot="reasoning-body"]',
  )) {
    const clips = getComputedStyle(area).overflowY !== 'visible'
    if (clips && area.scrollHeight > area.clientHeight + 2) found.push(`${area.dataset['slot']} is cut`)
  }
  return found
}
