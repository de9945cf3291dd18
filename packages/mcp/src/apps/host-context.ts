/** Variables of the specification that follow the kit's tokens, so that an app looks like the page around it. */
const VARIABLES: Readonly<Record<string, string>> = {
  '--color-background-primary': '--antiphon-raised',
  '--color-background-secondary': '--antiphon-surface',
  '--color-background-tertiary': '--antiphon-sunken',
  '--color-background-danger': '--antiphon-danger-soft',
  '--color-background-warning': '--antiphon-warn-soft',
  '--color-background-success': '--antiphon-success-soft',
  '--color-background-info': '--antiphon-info-soft',
  '--color-text-primary': '--antiphon-text',
  '--color-text-secondary': '--antiphon-text-2',
  '--color-text-tertiary': '--antiphon-text-3',
  '--color-text-danger': '--antiphon-danger',
  '--color-text-warning': '--antiphon-warn',
  '--color-text-success': '--antiphon-success',
  '--color-text-info': '--antiphon-info',
  '--color-border-primary': '--antiphon-line-strong',
  '--color-border-secondary': '--antiphon-edge',
  '--color-border-tertiary': '--antiphon-line',
  '--color-ring-primary': '--antiphon-focus',
  '--font-sans': '--antiphon-font',
  '--font-mono': '--antiphon-font-mono',
  '--border-radius-sm': '--antiphon-radius-code',
  '--border-radius-md': '--antiphon-radius-button',
  '--border-radius-lg': '--antiphon-radius-block',
}

/** The host context of an app: theme, locale, time zone, room and styles at its place. */
export function readHostContext(
  place: HTMLElement,
  { locale, maxHeight }: { locale: string; maxHeight: number },
): Record<string, unknown> {
  const style = getComputedStyle(place)
  const variables: Record<string, string> = {}
  for (const [name, token] of Object.entries(VARIABLES)) {
    const value = style.getPropertyValue(token).trim()
    if (value !== '') variables[name] = value
  }
  return {
    theme: style.colorScheme.includes('dark') ? 'dark' : 'light',
    locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    containerDimensions: { width: place.clientWidth, maxHeight },
    styles: { variables },
  }
}

/** Calls `onChange` when the theme or the width of the place may have changed. Returns what stops it. */
export function watchPlace(place: HTMLElement, onChange: () => void): () => void {
  const sizes = new ResizeObserver(onChange)
  sizes.observe(place)
  const themes = new MutationObserver(onChange)
  for (let at: HTMLElement | null = place; at; at = at.parentElement)
    if (
      at.hasAttribute('data-theme') ||
      at === document.documentElement ||
      at.hasAttribute('data-antiphon-root')
    )
      themes.observe(at, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] })
  const device = matchMedia('(prefers-color-scheme: dark)')
  device.addEventListener('change', onChange)
  return () => {
    sizes.disconnect()
    themes.disconnect()
    device.removeEventListener('change', onChange)
  }
}
