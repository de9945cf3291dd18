import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSheets } from './testing/read-sheets.js'

const css = readFileSync(join(import.meta.dirname, '../css/tokens.css'), 'utf8')

type Tokens = Record<string, string>

/**
 * The declarations of the first rule whose selector holds `selector`, from `from` on. Accent colours are those of the kit; what
 * follows from a brand colour of the host is looked at in a browser (test/browser/brand-colour.test.tsx).
 */
function tokensOf(selector: string, from = 0): Tokens {
  const start = css.indexOf(selector, from)
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--antiphon-([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [
      name!,
      value!.trim().replace(/^var\(--antiphon-brand-[\w-]+, (.*)\)$/, '$1'),
    ]),
  )
}

const light = tokensOf('[data-antiphon-root] {')
const dark = tokensOf("[data-antiphon-root][data-theme='dark']")
const system = tokensOf("[data-antiphon-root][data-theme='system']")

const grounds = [
  'bg',
  'surface',
  'raised',
  'sunken',
  'accent-soft',
  'success-soft',
  'warn-soft',
  'danger-soft',
  'info-soft',
]
const texts = ['text', 'text-2', 'text-3', 'accent-text', 'success', 'warn', 'danger', 'info']
const edges = ['line-strong', 'focus']

/** oklch to 8-bit sRGB, by the matrices of CSS Color 4. */
function toRgb(value: string | undefined): number[] {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value ?? '')
  if (!match) throw new Error(`Not a plain oklch colour: ${value}`)
  const [lightness, chroma, hue] = match.slice(1).map(Number) as [number, number, number]
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return linear.map((channel) => {
    const gamma = channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055
    expect(gamma).toBeGreaterThan(-0.005)
    expect(gamma).toBeLessThan(1.005)
    return Math.round(Math.min(1, Math.max(0, gamma)) * 255)
  })
}

function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(tokens: Tokens, a: string, b: string): number {
  const [one, other] = [luminance(toRgb(tokens[a])), luminance(toRgb(tokens[b]))]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

const hex = (tokens: Tokens, name: string): string =>
  `#${toRgb(tokens[name])
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

test('the arithmetic gives the colours that the design names', () => {
  expect(hex(light, 'bg')).toBe('#fdfdfb')
  expect(hex(light, 'accent-text')).toBe('#0e6674')
  expect(hex(dark, 'danger')).toBe('#fb8c8a')
  expect(contrast(light, 'text', 'bg')).toBeCloseTo(16.34, 1)
})

test.each([
  ['light', light],
  ['dark', dark],
])('X30 every text colour reads on every ground in %s (4.5), every edge shows (3)', (_, tokens) => {
  const low: string[] = []
  const check = (front: string, back: string, least: number): void => {
    const ratio = contrast(tokens, front, back)
    if (ratio < least) low.push(`${front} on ${back}: ${ratio.toFixed(2)}`)
  }
  for (const ground of grounds) {
    for (const text of texts) check(text, ground, 4.5)
    for (const edge of edges) check(edge, ground, 3)
  }
  // Text fields have one of these two grounds.
  for (const ground of ['bg', 'raised']) check('field', ground, 3)
  check('on-accent', 'accent-fill', 4.5)
  check('on-accent', 'accent-hover', 4.5)
  check('on-danger', 'danger', 4.5)
  expect(low).toEqual([])
})

test.each([
  ['light', light],
  ['dark', dark],
])('X30 every colour of code reads on the ground of code in %s (4.5)', (_, tokens) => {
  const colours = Object.keys(light).filter(
    (name) => name.startsWith('code-') && light[name]?.startsWith('var'),
  )
  expect(colours).toHaveLength(8)
  for (const name of colours) {
    const source = /^var\(--antiphon-([\w-]+)\)$/.exec(tokens[name] ?? light[name] ?? '')?.[1] ?? name
    for (const ground of ['surface', 'raised', 'sunken'])
      expect({ name, ground, reads: contrast(tokens, source, ground) >= 4.5 }).toMatchObject({ reads: true })
  }
})

/** Computed values of each token: hex, ratio on `bg`, and the worst ratio over every ground, in light and in dark. */
const table: [token: string, light: Colour, dark: Colour][] = [
  ['bg', ['#fdfdfb'], ['#12110f']],
  ['surface', ['#f6f4f1'], ['#1a1917']],
  ['raised', ['#ffffff'], ['#262422']],
  ['sunken', ['#f1efeb'], ['#0c0b09']],
  ['line', ['#e3e2de', 1.27], ['#2d2c28', 1.35]],
  ['edge', ['#d2d0cb', 1.51], ['#42403c', 1.82]],
  ['field', ['#949089', 3.12], ['#74716c', 3.88]],
  ['line-strong', ['#89867e', 3.57, 3.17], ['#7e7b75', 4.47, 3.51]],
  ['text', ['#201e1a', 16.34, 14.49], ['#e9e8e4', 15.39, 12.09]],
  ['text-2', ['#504d47', 8.27, 7.33], ['#b8b5b0', 9.23, 7.25]],
  ['text-3', ['#68645d', 5.78, 5.12], ['#a09c96', 6.91, 5.43]],
  ['accent-text', ['#0e6674', 6.5, 5.77], ['#71cfd9', 10.45, 8.21]],
  ['accent-fill', ['#0e6674'], ['#71cfd9']],
  ['accent-hover', ['#0a5460'], ['#95e0e8']],
  ['on-accent', ['#f8fdfe'], ['#031a1e']],
  ['accent-soft', ['#e3f5f9'], ['#142b2f']],
  ['accent-edge', ['#a2d1da'], ['#29555c']],
  ['focus', ['#188294', 4.43, 3.92], ['#37b7c8', 7.88, 6.19]],
  ['success', ['#176938', 6.62, 5.87], ['#72d699', 10.6, 8.33]],
  ['success-soft', ['#e2f6e6'], ['#172b1e']],
  ['warn', ['#82510d', 6.58, 5.84], ['#eec066', 11.11, 8.73]],
  ['warn-soft', ['#fdf3e1'], ['#322513']],
  ['danger', ['#b32322', 6.48, 5.75], ['#fb8c8a', 8.29, 6.51]],
  ['danger-soft', ['#feefee'], ['#351d1c']],
  ['on-danger', ['#fefbfb'], ['#250e0e']],
  ['info', ['#295ca5', 6.51, 5.77], ['#8cbaf7', 9.42, 7.4]],
  ['info-soft', ['#e8f1fd'], ['#1b283b']],
]
type Colour = [hex: string, onBg?: number, worst?: number]

test('X30 the colours and ratios of the design come out of the CSS, token by token', () => {
  const names = Object.keys(light).filter((name) => /^oklch\([\d. ]+\)$/.test(light[name]!))
  expect(table.map(([name]) => name).sort()).toEqual(names.sort())
  const computed = table.map(([name, ...wanted]) => [
    name,
    ...[light, dark].map((tokens, at) => {
      const [, onBg, worst] = wanted[at]!
      const round = (ratio: number) => Math.round(ratio * 100) / 100
      const lowest = () => Math.min(...grounds.map((ground) => contrast(tokens, name, ground)))
      return [
        hex(tokens, name),
        ...(onBg === undefined ? [] : [round(contrast(tokens, name, 'bg'))]),
        ...(worst === undefined ? [] : [round(lowest())]),
      ]
    }),
  ])
  expect(computed).toEqual(table)
})

test('X30 code and placeholders are coloured with tokens that hold on their ground', () => {
  const rules = readSheets().flatMap(({ css: sheet }) => [...sheet.matchAll(/([^{}]*)\{([^{}]*)\}/g)])
  const coloured = rules.filter(([, selector]) => /data-token|::placeholder/.test(selector!))
  const used = coloured.flatMap(([, , body]) =>
    [...body!.matchAll(/(?:^|[;\s])color:\s*([^;]+)/g)].map(([, c]) => c!),
  )
  expect(used.length).toBeGreaterThan(4)
  const allowed = new Set([...texts].map((name) => `var(--antiphon-${name})`))
  const own = /^var\(--antiphon-code-\w+\)$/
  expect(used.filter((colour) => !allowed.has(colour.trim()) && !own.test(colour.trim()))).toEqual([])
  // Text is never lowered with opacity, or the ratios above would not hold.
  const faded = rules.filter(
    ([, selector, body]) => /opacity:\s*0?\.\d/.test(body!) && !/mark|icon|thumb|print|spark/.test(selector!),
  )
  expect(faded.map(([, selector]) => selector!.trim())).toEqual([])
})

test('a device that prefers dark gets the same dark as data-theme=dark', () => {
  expect(system).toEqual(dark)
  expect(Object.keys(dark).length).toBeGreaterThan(20)
})
