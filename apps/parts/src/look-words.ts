/** The editor that changes the looks of the kit. */
export const englishLook = {
  presets: {
    antiphon: 'Antiphon',
    slate: 'Slate',
    warm: 'Warm',
    terminal: 'Terminal',
    contrast: 'High contrast',
  },
  accent: 'Accent',
  accents: ['Teal', 'Slate', 'Indigo', 'Violet', 'Pink', 'Orange', 'Green'],
  anyAccent: 'Another colour',
  corners: 'Corners',
  radii: { '0': 'None', '6': 'Small', '10': 'Medium', '16': 'Large' },
  font: 'Font',
  fonts: { inter: 'Inter', system: 'System', serif: 'Serif', mono: 'Mono' },
  contrast: 'Contrast',
  contrasts: { normal: 'Normal', high: 'High' },
  copy: 'Copy CSS',
  copied: 'Copied',
  nothing: 'As the kit comes',
  properties: (count: number) => (count === 1 ? '1 property' : `${count} properties`),
}

export type LookWords = typeof englishLook
