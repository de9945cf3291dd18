import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../css/tokens.css'), 'utf8')

type Tokens = Record<string, string>

/** The declarations of the first rule whose selector holds `selector`, from `from` on. */
function tokensOf(selector: string, from = 0): Tokens {
  const start = css.indexOf(selector, from)
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--antiphon-([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]),
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
const texts = ['text', 'text-2', 'text-3', 'accent', 'success', 'warn', 'danger', 'info']
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
  expect(hex(light, 'accent')).toBe('#0e6674')
  expect(hex(dark, 'danger')).toBe('#fb8c8a')
  expect(contrast(light, 'text', 'bg')).toBeCloseTo(16.34, 1)
})

test.each([
  ['light', light],
  ['dark', dark],
])('every text colour reads on every ground in %s (4.5), every edge shows (3)', (_, tokens) => {
  const low: string[] = []
  const check = (front: string, back: string, least: number): void => {
    const ratio = contrast(tokens, front, back)
    if (ratio < least) low.push(`${front} on ${back}: ${ratio.toFixed(2)}`)
  }
  for (const ground of grounds) {
    for (const text of texts) check(text, ground, 4.5)
    for (const edge of edges) check(edge, ground, 3)
  }
  check('on-accent', 'accent', 4.5)
  check('on-accent', 'accent-hover', 4.5)
  check('on-danger', 'danger', 4.5)
  expect(low).toEqual([])
})

test.each([
  ['light', light],
  ['dark', dark],
])('every colour of code reads on the ground of code in %s (4.5)', (_, tokens) => {
  const colours = Object.keys(light).filter(
    (name) => name.startsWith('code-') && light[name]?.startsWith('var'),
  )
  expect(colours).toHaveLength(7)
  for (const name of colours) {
    const source = /^var\(--antiphon-([\w-]+)\)$/.exec(tokens[name] ?? light[name] ?? '')?.[1] ?? name
    for (const ground of ['surface', 'raised', 'sunken'])
      expect({ name, ground, reads: contrast(tokens, source, ground) >= 4.5 }).toMatchObject({ reads: true })
  }
})

test('a device that prefers dark gets the same dark as data-theme=dark', () => {
  expect(system).toEqual(dark)
  expect(Object.keys(dark).length).toBeGreaterThan(20)
})
