import { create } from 'storybook/theming/create'

/** Tokens of the design (docs/theming.md), as the frame around the stories wants them. */
const light = {
  bg: '#fdfdfb',
  surface: '#f6f4f1',
  raised: '#ffffff',
  line: '#e3e2de',
  text: '#1c1a17',
  quiet: '#5d5a54',
  accent: '#0f6674',
}
const dark = {
  bg: '#12110f',
  surface: '#1a1917',
  raised: '#262422',
  line: '#2d2c28',
  text: '#eceae6',
  quiet: '#a9a6a0',
  accent: '#5cc3d3',
}

/** The look of the gallery's own frame: quiet grounds, hairlines, the accent for where one is. */
export function galleryTheme(isDark: boolean): ReturnType<typeof create> {
  const colors = isDark ? dark : light
  return create({
    base: isDark ? 'dark' : 'light',
    brandTitle: 'Antiphon gallery',
    brandUrl: './?path=/story/start-here--what-is-where',
    brandTarget: '_self',
    fontBase: "Inter, ui-sans-serif, system-ui, 'Segoe UI', sans-serif",
    fontCode: "'JetBrains Mono', ui-monospace, Menlo, monospace",
    appBg: colors.surface,
    appContentBg: colors.bg,
    appPreviewBg: colors.bg,
    appBorderColor: colors.line,
    appBorderRadius: 8,
    barBg: colors.bg,
    barTextColor: colors.quiet,
    barSelectedColor: colors.accent,
    barHoverColor: colors.accent,
    textColor: colors.text,
    textMutedColor: colors.quiet,
    colorPrimary: colors.accent,
    colorSecondary: colors.accent,
    inputBg: colors.raised,
    inputBorder: colors.line,
    inputTextColor: colors.text,
    inputBorderRadius: 8,
    buttonBg: colors.raised,
    buttonBorder: colors.line,
    booleanBg: colors.surface,
    booleanSelectedBg: colors.raised,
  })
}
