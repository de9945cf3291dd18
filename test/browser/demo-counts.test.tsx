import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  all,
  box,
  button,
  find,
  hear,
  lastAnswer,
  openDemo,
  settled,
  untilPressCounts,
} from './support/demo-page.js'

/** Everything in a place that can be pressed or typed into and is in sight. Rows of a tree or a list of threads are its content. */
const controls = (place: Element): string[] =>
  [...place.querySelectorAll('button, a[href], input, select, textarea, [role="slider"]')]
    .filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1,
    )
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

/** The lines of the list that a slash opens. */
const commands = () => all('[role="option"]').map(({ id }) => id.replace(/^.*-(?=[a-z]+$)/, ''))

test('the first page has 17 buttons beside its starts and links, and the message box three', async () => {
  await openDemo()
  const starts = controls(await find('.starts'))
  const links = all('a[href]').map(({ textContent }) => textContent)
  const buttons = controls(document.body).filter(
    (name) => ![...starts, ...links, 'Write a message', 'Skip to the latest message'].includes(name),
  )
  expect(buttons).toHaveLength(17)
  const bar = await find('[data-slot="composer-bar"]')
  expect(controls(bar)).toEqual(['Add', 'Dictate', 'Send'])
  expect(await openMenu('Add')).toHaveLength(4)
  box().focus()
  await userEvent.keyboard('/')
  await expect.poll(() => commands().length).toBe(6)
  await userEvent.keyboard('fail{Enter}')
  await expect.poll(() => commands().length).toBe(13)
})

test('a conversation: four buttons below its answer, three below its question, six lines in its menu, three in that of the app', async () => {
  await openDemo()
  await hear('What time is it in Oslo and Tokyo?')
  await untilPressCounts()
  await userEvent.click(within(lastAnswer.element() as HTMLElement).getByRole('button', { name: /^Retry/ }))
  await settled()
  const below = (turn: Element) => controls(turn.querySelector('[data-slot="message-actions"]')!)
  expect(below(all('[data-slot="turn"][data-role="user"]')[0]!)).toHaveLength(3)
  expect(below(lastAnswer.element())).toHaveLength(3)
  expect(lastAnswer.getByRole('button', { name: /^Usage/ }).elements()).toHaveLength(1)
  expect(await openMenu('More')).toHaveLength(6)
  expect(await openMenu('More of the app')).toHaveLength(3)
})

test('the settings have four pages; the list of models shows the tour and folds the scenarios', async () => {
  await openDemo()
  await button('Settings').click()
  const pages = screen.getByRole('navigation', { name: 'Settings' })
  expect(
    within(pages)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Models', 'Tools', 'Preferences', 'Data and about'])
  await userEvent.keyboard('{Escape}')
  await button(/^Model:/).click()
  const models = () => all('[role="option"][data-type="model"]').length
  await expect.poll(models).toBe(1)
  // A search finds the folded ones.
  const field = page.getByRole('dialog', { name: 'Model', exact: true }).getByRole('combobox')
  await field.fill('many')
  await expect.element(page.getByRole('option', { name: /^many-tools/ })).toBeVisible()
  await field.fill('')
  await expect.poll(models).toBe(1)
  await page.getByRole('option', { name: /^Show \d+ scenarios/ }).click()
  await expect.poll(models).toBeGreaterThan(20)
})

test('the wire has 13 controls, tabs counted as one, and a tab with the code of the chat', async () => {
  await openDemo()
  await hear('What time is it in Oslo and Tokyo?')
  await button('Wire').click()
  const panel = await find('[data-slot="wire-inspector"]')
  await find('[data-slot="wire-replay"]')
  // A mark of the spark line is content, as a row is.
  const tabs = all('[data-slot="wire-inspector"] [role="tab"][aria-selected="false"]').map(
    ({ textContent }) => textContent,
  )
  const found = controls(panel).filter((name) => !tabs.includes(name) && !name.startsWith('Show the row'))
  expect(found).toHaveLength(13)
  await page.getByRole('tab', { name: 'Code' }).click()
  const code = () => panel.querySelector('pre')?.textContent
  await expect.poll(code).toContain('model="antiphon-tour"')
  expect(code()).toContain('tools={tools}')
})
