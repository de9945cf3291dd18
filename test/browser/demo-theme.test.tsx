import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { lookCss, plainLook, radii } from '../../apps/parts/src/look.js'
import { button, chooseInMenu, dialog, isGone, openDemo, untilFocused } from './support/demo-page.js'
import { rest } from './support/rest.js'

const token = (name: string): string =>
  getComputedStyle(document.querySelector('[data-antiphon-root]')!).getPropertyValue(`--antiphon-${name}`)
const panel = dialog('Theme')
const openPanel = async (): Promise<void> => {
  await openDemo()
  await chooseInMenu('More', 'Theme…')
  await expect.element(panel).toBeVisible()
}

describe('the theme panel', () => {
  test('changes the page at once, says the sheet that does the same, and keeps the look', async () => {
    await openPanel()
    const titles = [...panel.element().querySelectorAll('h2, legend')].map(({ textContent }) => textContent)
    expect(titles, 'two parts of the panel have one name').toEqual([...new Set(titles)])
    await expect.element(panel.getByText('As the kit comes')).toBeVisible()
    await panel.getByRole('button', { name: 'Warm' }).click()
    expect(token('accent')).toBe('#c2410c')
    expect(token('radius-block')).toBe('16px')
    await panel.getByRole('radio', { name: 'Indigo' }).click()
    expect(token('accent')).toBe('#4338ca')
    expect(token('radius-block'), 'the rest of the look stays').toBe('16px')
    await expect.element(panel.getByText('7 properties')).toBeVisible()
    const sheet = document.adoptedStyleSheets.at(-1)!
    expect(sheet.cssRules).toHaveLength(1)
    expect(JSON.parse(localStorage.getItem('antiphon-demo.look')!)).toMatchObject({
      accent: '#4338ca',
      radius: '16',
    })
    await panel.getByRole('button', { name: 'Antiphon' }).click()
    expect(document.adoptedStyleSheets).not.toContain(sheet)
    expect(token('radius-block')).toBe('10px')
  })

  test('with the keyboard alone: it takes the focus, Escape gives it back, and axe finds nothing in both themes', async () => {
    await openPanel()
    await untilFocused(panel.getByRole('button', { name: 'Antiphon' }))
    for (const theme of ['Light', 'Dark']) {
      await panel.getByRole('radio', { name: theme }).click()
      await rest()
      const { violations } = await axe.run(panel.element(), { resultTypes: ['violations'] })
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    }
    await userEvent.keyboard('{Escape}')
    await isGone(panel)
    await untilFocused(button('More'))
  })

  test('words keep their contrast with every preset', async () => {
    await openPanel()
    for (const preset of ['Slate', 'Warm', 'Terminal', 'High contrast']) {
      await panel.getByRole('button', { name: preset }).click()
      await rest()
      const { violations } = await axe.run(document, {
        runOnly: ['color-contrast'],
        resultTypes: ['violations'],
      })
      const found = violations.flatMap(({ nodes }) => nodes.map(({ html }) => `${preset}: ${html}`))
      expect(found).toEqual([])
    }
  })
})

test('the medium corners are those of the kit, and none is none', () => {
  expect(lookCss(plainLook)).toBe('')
  const sheets = radii.map((radius) => lookCss({ ...plainLook, radius }))
  expect(sheets[0]!.match(/: 0px;/g)).toHaveLength(5)
  expect(new Set(sheets).size).toBe(radii.length)
})
