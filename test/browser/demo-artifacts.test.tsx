import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { all, box, button, find, hear, openDemo, settled } from './support/demo-page.js'

const card = (name: RegExp) => page.getByRole('button', { name })
const panel = () => all('[data-slot="artifact-panel"]')[0]
const wire = () => all('[data-slot="wire-inspector"]')[0]
const tab = (name: string) => page.getByRole('tab', { name, exact: true })

async function build(): Promise<void> {
  await button(/more states/).click()
  await button('A page beside the chat').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(card(/^How a pool fills up/)).toBeVisible()
  await settled()
}

test('a page of the scripted endpoint opens beside the chat, gets a second version, and shares its place with the wire', async () => {
  await openDemo()
  await build()
  await card(/^How a pool fills up/).click()
  await find('[data-slot="artifact-frame"]')
  await expect.poll(() => document.activeElement).toBe(panel())
  await hear('Make it warn in red')
  await expect.element(card(/How a pool fills up.*Version 2/)).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()

  expect(all('[role="tablist"][aria-label="Beside the conversation"]')).toEqual([])
  await button('Wire').click()
  await expect.poll(() => wire() !== undefined).toBe(true)
  expect(panel()).toBeUndefined()
  await tab('Artifact').click()
  await expect.poll(() => panel() !== undefined).toBe(true)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => wire() !== undefined).toBe(true)
  expect(document.activeElement).toBe(tab('Wire').element())
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => panel() !== undefined).toBe(true)
  // The button of the wire brings it to the front, and closes it only from there.
  await button('Wire').click()
  await expect.poll(() => wire() !== undefined).toBe(true)
  await button('Wire').click()
  await expect.poll(() => panel() !== undefined).toBe(true)
  panel()!.focus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => panel()).toBeUndefined()
})

test('on a phone an artifact is a sheet, and closing it gives the focus back to its card', async () => {
  await openDemo({ width: 390, height: 844 })
  await build()
  const opener = card(/^How a pool fills up/)
  await opener.click()
  await find('dialog[open] [data-slot="artifact-frame"]')
  await button('Close the artifact').click()
  await expect.poll(() => all('dialog[open]')).toEqual([])
  await expect.poll(() => document.activeElement).toBe(opener.element())
})

test('what to ask next stands below the answer, and a selection of it is quoted', async () => {
  await openDemo()
  await build()
  await button('Make it warn in red').click()
  expect(box().value).toBe('Make it warn in red')
  await userEvent.keyboard('{Enter}')
  await expect.element(card(/How a pool fills up.*Version 2/)).toBeVisible()
  await settled()
  const said = () => all('[data-slot="turn"] p').find(({ innerText }) => innerText.startsWith('It turns red'))
  await expect.poll(said).toBeDefined()
  getSelection()!.selectAllChildren(said()!)
  await button('Ask about this').click()
  expect(box().value).toMatch(/^> It turns red as soon as a request waits\..*\n\n$/)
})
