/** The form of the demo's settings and its list of models, as a user works them. */
import { expect } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { button, dialog, isGone } from './demo-page.js'

export const modelChip = button(/^Model:/)

/** Opens the list of models and gives the field over it. */
export async function openModels(): Promise<Locator> {
  await modelChip.click()
  return dialog('Model').getByRole('combobox')
}

/** Chooses a model by its id in the header. */
export async function pickModel(id: string): Promise<void> {
  const field = await openModels()
  await field.fill(id)
  await expect.element(page.getByRole('option', { name: id }).first()).toBeVisible()
  await userEvent.keyboard('{Enter}')
}

export async function openSettings(): Promise<Locator> {
  await button('Settings').click()
  await expect.element(dialog('Connect a model')).toBeVisible()
  return dialog('Connect a model')
}

/**
 * Waits for a field that a button may have to show first. The form may show it by itself, and then the button is gone; and while
 * the form grows, a press of the pointer may miss the button.
 */
async function shownBy(opener: Locator, field: Locator): Promise<Locator> {
  await expect
    .poll(() => {
      if (!field.query()) opener.query()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      return field.query()
    })
    .not.toBeNull()
  return field
}

/** Shows the servers to choose from in the settings, and gives the field for an address. */
export const changeServer = (): Promise<Locator> =>
  shownBy(button('Change the server'), dialog().getByLabelText('Base URL'))

export const showAdvanced = (): Promise<void> => dialog().getByRole('button', { name: 'Advanced' }).click()

export async function save(): Promise<void> {
  await dialog().getByRole('button', { name: /^Save/ }).click()
  await isGone(dialog())
}

/** The model in the form of the settings. */
export const modelField = (): Locator => dialog('Connect a model').getByRole('button', { name: /^Model:/ })

/** Chooses a model in the form of the settings, or types the id of one. */
export async function setModel(id: string): Promise<void> {
  await (await shownBy(modelField(), page.getByRole('combobox', { name: /^Search models/ }))).fill(id)
  await userEvent.keyboard('{Enter}')
}

/** Fills the settings form as a user does, and saves it. */
export async function configure(settings: { baseUrl?: string; key?: string; model?: string }): Promise<void> {
  if (!dialog().query()) await openSettings()
  if (settings.baseUrl !== undefined) await (await changeServer()).fill(settings.baseUrl)
  if (settings.key !== undefined)
    await (
      await shownBy(button('Add a key'), dialog().getByLabelText('Key', { exact: true }))
    ).fill(settings.key)
  if (settings.model !== undefined) await setModel(settings.model)
  await save()
}
