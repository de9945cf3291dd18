export const fonts = ['inter', 'system', 'serif', 'mono'] as const
export const radii = ['0', '6', '10', '16'] as const
export const contrasts = ['normal', 'high'] as const

/** The parts of the kit's look that a host can set, as the editor offers them. `plainLook` is how the kit comes. */
export interface Look {
  /** `#rrggbb`; absent: the accent of the kit. */
  accent?: string | undefined
  /** Corners of a block, px. Those of other parts keep their ratio to it. */
  radius: (typeof radii)[number]
  font: (typeof fonts)[number]
  contrast: (typeof contrasts)[number]
}

export const plainLook: Look = { radius: '10', font: 'inter', contrast: 'normal' }

const families = {
  system: 'system-ui, sans-serif',
  serif: "Charter, Georgia, 'Times New Roman', serif",
  mono: "'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace",
}
/** Ratios of the corners of each part to those of a block, as in the kit's sheet. */
const corners = { code: 0.5, button: 0.8, block: 1, approval: 1.2, bubble: 1.6 }

/** The sheet of a look: what a host writes after the kit's own. Empty for the look that the kit comes with. */
export function lookCss({ accent, radius, font, contrast }: Look): string {
  const set = {
    ...(accent && { accent }),
    ...(radius !== plainLook.radius &&
      Object.fromEntries(
        Object.entries(corners).map(([part, ratio]) => [
          `radius-${part}`,
          `${Math.round(Number(radius) * ratio)}px`,
        ]),
      )),
    ...(font !== 'inter' && { font: families[font] }),
    ...(contrast === 'high' && {
      'text-2': 'var(--antiphon-text)',
      'text-3': 'var(--antiphon-text)',
      line: 'var(--antiphon-line-strong)',
      edge: 'var(--antiphon-line-strong)',
      field: 'var(--antiphon-text)',
    }),
  }
  const lines = Object.entries(set).map(([name, value]) => `  --antiphon-${name}: ${value};\n`)
  return lines.length > 0 ? `[data-antiphon-root] {\n${lines.join('')}}\n` : ''
}
