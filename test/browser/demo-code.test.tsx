import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dialog, hear, isGone, openDemo } from './support/demo-page.js'
import { rest } from './support/rest.js'

const findings = async (): Promise<string[]> => {
  await rest()
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
}

test('the first page shows how the kit is installed and used, and the sheet that changes its looks', async () => {
  await openDemo()
  const panel = page.getByRole('tabpanel')
  await expect.element(panel).toHaveTextContent("import { Chat } from '@antiphon/ui'")
  await page.getByRole('tab', { name: 'App.tsx' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'Theme' })).toHaveFocus()
  await expect.element(panel).toHaveTextContent('--antiphon-accent')
  await expect.element(page.getByText('npm install @antiphon/ui')).toBeVisible()
  expect(await findings()).toEqual([])
})

test('an answer shows the code of each of its parts', async () => {
  await openDemo()
  await hear('Let one tool fail')
  await page.getByRole('main').getByRole('article').last().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Show code' }).click()
  const code = dialog('Code')
  await expect.element(code.getByText('<Transcript')).toBeVisible()
  expect(await findings()).toEqual([])
  const parts = code.getByRole('combobox', { name: 'Part' })
  const names = [...(parts.element() as HTMLSelectElement).options].map(({ text }) => text)
  expect(names).toContain('Whole answer')
  expect(names.length).toBeGreaterThan(2)
  await userEvent.selectOptions(parts, names.at(-1)!)
  await expect.element(code.getByText('role: "assistant"').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await isGone(code)
})
