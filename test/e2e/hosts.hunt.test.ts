import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectOwnLook, openHosts, type HostPages } from './support/host-pages.js'

let hosts: HostPages
beforeAll(async () => void (hosts = await openHosts()))
afterAll(() => hosts?.close())

describe('the kit looks the same in every host, built from the packages as they are published', () => {
  let plain: Buffer
  beforeAll(async () => void (plain = await hosts.photograph('plain')))

  test.each([
    ['with Tailwind 4 and its preflight', 'tailwind'],
    ['with Tailwind 4 and the sheet without layers', 'tailwind-default'],
    ['with Tailwind 3, whose preflight is in no layer', 'tailwind-3'],
    ['in a page that `npm create vite` made', 'vite-template'],
    [
      'in the same page on a device that prefers dark, which the kit does not follow unasked',
      'vite-template',
      'dark',
    ],
    ['with the whole of Bootstrap', 'bootstrap'],
    ['in a dark page with loud buttons and a size of text of its own', 'dark'],
    ['without Tailwind, with Bootstrap’s reboot and a hostile sheet for every element', 'hostile'],
    ['with a sheet that takes everything back', 'revert'],
    ['in a shadow tree of a hostile page', 'shadow'],
    ['in an iframe of a hostile page', 'iframe'],
  ] as const)('%s', (_, host, scheme?: 'dark') => hosts.expectSameLook(plain, host, scheme))
})

test.each(['plain', 'tailwind', 'tailwind-3', 'vite-template', 'bootstrap', 'hostile', 'revert'])(
  'closed folds stay out of sight and within reach of find-in-page, and what is hidden is hidden: %s',
  async (host) => {
    const page = await hosts.visit(host)
    await page.getByRole('button', { name: 'Thought' }).click()
    const fold = page.locator('[data-slot="reasoning"] [data-slot="fold-inner"]')
    await page.waitForFunction((element) => element.hasAttribute('hidden'), await fold.elementHandle())
    const styles = await page.evaluate(() =>
      [...document.querySelectorAll('[data-antiphon-root] [hidden]')].map((element) => {
        const { display, contentVisibility } = getComputedStyle(element)
        return [element.getAttribute('hidden'), display === 'none', contentVisibility]
      }),
    )
    await page.close()
    expect(styles.filter(([how]) => how === 'until-found')).toEqual([['until-found', false, 'hidden']])
    const others = styles.filter(([how]) => how === '')
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(([, isGone]) => !isGone)).toEqual([])
  },
)

test.each(['hostile', 'revert'])('every shape of every icon is drawn: %s', async (host) => {
  const shapesOf = async (name: string): Promise<unknown[]> => {
    const page = await hosts.visit(name)
    const shapes = await page.locator('[data-antiphon-root] svg :is(path, rect, circle)').evaluateAll((all) =>
      (all as SVGGraphicsElement[]).map((shape) => {
        const { x, y, width, height } = shape.getBBox()
        return [shape.parentElement!.dataset['icon'], shape.tagName, x, y, width, height].join(' ')
      }),
    )
    await page.close()
    return shapes
  }
  const shapes = await shapesOf('plain')
  expect(shapes.length).toBeGreaterThan(20)
  expect(await shapesOf(host)).toEqual(shapes)
})

test('the hosts keep their own look: the kit styles nothing outside its roots', async () => {
  const page = await hosts.visit('hostile')
  await expectOwnLook(page)
  await page.close()
})

test('utilities of a host with Tailwind win over the utilities and the sheet of the kit', async () => {
  const page = await hosts.visit('tailwind')
  const [before, after] = await page.evaluate(() => {
    const icon = document.querySelector('[data-antiphon-root] svg[class~="ap:size-4"]')!
    const button = document.querySelector('[data-antiphon-root] button[data-slot="button"]')!
    const sizes = () => [getComputedStyle(icon).height, getComputedStyle(button).paddingInlineStart]
    const before = sizes()
    icon.classList.add('h-8')
    button.classList.add('px-8')
    const style = document.head.appendChild(document.createElement('style'))
    style.textContent = '@layer utilities { .h-8 { height: 2rem } .px-8 { padding-inline: 2rem } }'
    return [before, sizes()]
  })
  expect(before).not.toContain('32px')
  expect(after).toEqual(['32px', '32px'])
  await page.close()
})

test('a tailwind.config.js with the preset styles parts of the host on the tokens alone', async () => {
  const page = await hosts.visit('preset')
  const style = await page.locator('#own-text').evaluate((element) => {
    const probe = element.appendChild(document.createElement('i'))
    const colors = (token: string) => {
      probe.style.color = `var(--antiphon-${token})`
      return getComputedStyle(probe).color
    }
    const { backgroundColor, color, borderTopLeftRadius, paddingTop, fontSize } = getComputedStyle(element)
    return {
      same: backgroundColor === colors('surface') && color === colors('text-2'),
      sizes: [borderTopLeftRadius, paddingTop, fontSize],
    }
  })
  expect(style).toEqual({ same: true, sizes: ['10px', '32px', '12.5px'] })
  await page.close()
})

/** An element of the host: its styles by Tailwind with the preset, and its own names. */
async function hostsOwn(host: string): Promise<object> {
  const page = await hosts.visit(host)
  const style = await page.locator('#theirs').evaluate((element) => {
    const font = (one: Element): string => getComputedStyle(one).fontFamily
    const { borderRadius, color } = getComputedStyle(element)
    return {
      body: font(document.body),
      sans: font(element),
      mono: font(element.firstElementChild!),
      borderRadius,
      color,
    }
  })
  await page.close()
  return style
}

test.each(['preset', 'tailwind-3'])(
  'the preset changes no font, radius or dark mode of the host: %s',
  async (host) => {
    const style = await hostsOwn(host)
    const sans = expect.stringMatching(/\bsans-serif\b/)
    expect(style).toMatchObject({ body: sans, sans, mono: expect.stringMatching(/^ui-monospace, /) })
    expect(style).toMatchObject({ borderRadius: '4px', color: expect.not.stringContaining('239') })
  },
)
