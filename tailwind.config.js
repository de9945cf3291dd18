/**
 * Maps the tokens of `packages/ui/css/tokens.css` to Tailwind names. The kit compiles with the prefix `ap`
 * (`ap:bg-surface`); an app in this repository may use the same names without it through `@config`. Other apps get a preset
 * with the same names behind `antiphon-` (packages/ui/build-css.mjs).
 */
const token = (name) => `var(--antiphon-${name})`

// `accent` is for words, marks and lines; `accent-fill` is behind words, in `on-accent`.
const colorNames = [
  'bg',
  'surface',
  'raised',
  'sunken',
  'line',
  'edge',
  'field',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'accent-fill',
  'accent-hover',
  'on-accent',
  'accent-soft',
  'accent-edge',
  'focus',
  'glow',
  'hover',
  'press',
  'scrim',
  'success',
  'success-soft',
  'warn',
  'warn-soft',
  'danger',
  'danger-soft',
  'on-danger',
  'info',
  'info-soft',
]

export default {
  content: [],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    extend: {
      colors: {
        accent: token('accent-text'),
        ...Object.fromEntries(colorNames.map((name) => [name, token(name)])),
      },
      spacing: {
        row: token('row'),
        gutter: token('margin'),
        'turn-gap': token('turn-gap'),
        'part-gap': token('part-gap'),
        target: token('target'),
        measure: token('measure'),
        column: token('column'),
      },
      fontFamily: { sans: token('font'), mono: token('font-mono') },
      fontSize: {
        prose: [token('prose'), { lineHeight: token('prose-line') }],
        user: [token('prose'), { lineHeight: token('user-line') }],
        'prose-2': [token('prose-2'), { lineHeight: token('prose-2-line') }],
        row: [token('row-text'), { lineHeight: token('row-line') }],
        data: [token('data'), { lineHeight: token('data-line') }],
        code: [token('code'), { lineHeight: token('code-line') }],
      },
      fontWeight: { name: '560', title: '580', heading: '620' },
      borderRadius: {
        code: token('radius-code'),
        button: token('radius-button'),
        block: token('radius-block'),
        approval: token('radius-approval'),
        bubble: token('radius-bubble'),
      },
      boxShadow: { low: token('shadow-1'), float: token('shadow-2'), dialog: token('shadow-3') },
      transitionDuration: { fast: token('fast'), base: token('base'), slow: token('slow') },
      transitionTimingFunction: { out: token('ease-out'), exit: token('ease-exit') },
    },
  },
}
