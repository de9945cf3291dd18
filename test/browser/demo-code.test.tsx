import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openDemo } from './support/demo-page.js'
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
