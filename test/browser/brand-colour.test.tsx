import { AntiphonRoot } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'

afterEach(cleanup)

/** Brand colours of every hue, from black to white, inside and outside of the range of a screen. */
const brands = {
  black: '#000000',
  navy: '#001f5b',
  'true blue': '#0000ff',
  violet: '#6d28d9',
  magenta: '#e6007a',
  red: '#e3000f',
  orange: '#ff6a00',
  amber: '#ffb300',
  yellow: '#ffeb3b',
  lime: '#00e676',
  green: '#0b6e4f',
  teal: '#00bcd4',
  'middle grey': '#767676',
  white: '#ffffff',
  'the colour of docs/styling.md': 'oklch(0.45 0.15 300)',
  'beyond sRGB': 'color(display-p3 0 1 0)',
}

const grounds = ['bg', 'surface', 'raised', 'sunken', 'accent-soft']

/** Returns the colour that the screen shows for a token: 8-bit sRGB. */
function readColour(root: Element, token: string): number[] {
  const probe = root.appendChild(document.createElement('i'))
  probe.style.color = `var(--antiphon-${token})`
  const paint = document.createElement('canvas').getContext('2d')!
  paint.fillStyle = getComputedStyle(probe).color
  paint.fillRect(0, 0, 1, 1)
  probe.remove()
  return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3)
}

function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(root: Element, front: string, back: string): number {
  const [one, other] = [luminance(readColour(root, front)), luminance(readColour(root, back))]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

describe.each(['light', 'dark'] as const)('a brand colour in %s', (theme) => {
  /** The host sets one property, on an element far above. */
  const show = (brand?: string): Element => {
    const style = (brand ? { '--antiphon-accent': brand } : {}) as React.CSSProperties
    const { container } = render(
      <div data-theme={theme} style={style}>
        <AntiphonRoot />
      </div>,
    )
    return container.querySelector('[data-antiphon-root]')!
  }

  test.each(Object.entries(brands))('%s: all that follows from it can be read', (_, brand) => {
    const root = show(brand)
    const low: string[] = []
    const check = (front: string, back: string, least: number): void => {
      const ratio = contrast(root, front, back)
      if (ratio < least) low.push(`${front} on ${back}: ${ratio.toFixed(2)}`)
    }
    for (const ground of grounds) {
      check('accent-text', ground, 4.5)
      check('focus', ground, 3)
    }
    check('on-accent', 'accent-fill', 4.5)
    check('on-accent', 'accent-hover', 4.5)
    for (const text of ['text', 'text-2', 'text-3']) check(text, 'accent-soft', 4.5)
    expect(low).toEqual([])
  })

  test('a filled button has exactly that colour', () => {
    expect(readColour(show('#6d28d9'), 'accent-fill')).toEqual([0x6d, 0x28, 0xd9])
  })

  test('without one the colours are those of the kit', () => {
    const text = theme === 'light' ? [14, 102, 116] : [113, 207, 217]
    expect(readColour(show(), 'accent-text')).toEqual(text)
    expect(readColour(show(), 'accent-fill')).toEqual(text)
  })

  test('each of them can be set by itself, beside it', () => {
    const root = show('#6d28d9') as HTMLElement
    root.style.setProperty('--antiphon-focus', '#ff0000')
    expect(readColour(root, 'focus')).toEqual([255, 0, 0])
  })
})
