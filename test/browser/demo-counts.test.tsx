import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { all, box, button, dialog, find, hear, lastAnswer, openDemo } from './support/demo-page.js'

/** Everything in a place that can be pressed or typed into and is in sight. Rows of a tree or a list of threads are its content. */
const controls = (place: Element): string[] =>
  [...place.querySelectorAll('button, a[href], input, select, textarea, [role="slider"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1)
    .filter((one) => !one.closest('[role="tree"], [data-slot="thread-item"]'))
    .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())
const lines = () => all('[role="menu"] [role="menuitem"]').map(({ textContent }) => textContent)
const openMenu = async (name: string): Promise<string[]> => {
  await button(name).click()
  await expect.poll(lines).not.toEqual([])
  const found = lines()
  await userEvent.keyboard('{Escape}')
  return found
}

test('the first page has 17 buttons beside its starts, and the message box three', async () => {
  await openDemo()
  const starts = await find('.starts')
  const buttons = controls(document.body).filter(
    (name) => !controls(starts).includes(name) && !/^(Skip|Docs|Read|Source|Packages|Report)/.test(name),
  )
  expect(buttons).toHaveLength(17)
  expect(controls(document.querySelector('[data-slot="composer-bar"]')!)).toEqual(['Add', 'Dictate', 'Send'])
  expect(await openMenu('Add')).toEqual(['Attach files', expect.stringMatching(/^Compare/), 'Prompt library', 'Tools…'])
})
test('debug', async () => {
  await openDemo()
  console.log(JSON.stringify(controls(document.body)))
  await userEvent.keyboard('/')
  console.log(all('[role="option"]').map((o) => o.innerText))
  await userEvent.keyboard('{Backspace}')
  await hear('What time is it in Oslo and Tokyo?')
  console.log(await openMenu('More'))
  console.log(controls(lastAnswer.element().querySelector('[data-slot="message-actions"]')!.parentElement!))
  console.log(await openMenu('More of the app'))
  await button('Wire').click()
  await find('[data-slot="wire-replay"]')
  console.log(controls(await find('[data-slot="wire-inspector"]')))
  await button('Settings').click()
  console.log(controls(dialog().element()))
})
