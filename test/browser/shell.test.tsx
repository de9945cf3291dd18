import type { Command, KeyBindings } from '@antiphon/react/shortcuts'
import { useShortcuts } from '@antiphon/react/shortcuts'
import { AntiphonRoot } from '@antiphon/ui'
import { Palette, ShortcutSheet } from '@antiphon/ui/shell'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from 'vitest/browser'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(cleanup)

const ran = vi.fn()
const command = (id: string, label: string, keys?: string): Command => ({
  id,
  label,
  keys,
  group: 'App',
  run: () => ran(id),
})
const base = [
  command('new', 'New conversation', 'Mod+Shift+O'),
  command('copy', 'Copy the last answer'),
  command('next', 'Next message', 'J'),
]

function Page() {
  const [open, setOpen] = useState<'palette' | 'sheet'>()
  const [bindings, setBindings] = useState<KeyBindings>({})
  const [singleKeys, setSingleKeys] = useState(true)
  const commands = [
    ...base,
    { ...command('palette', 'Find a command', 'Mod+K'), run: () => setOpen('palette') },
    { ...command('sheet', 'Show the shortcuts', '?'), run: () => setOpen('sheet') },
    { ...command('never', 'Not now'), isAvailable: () => false },
  ]
  useShortcuts(commands, { bindings, singleKeys })
  const close = () => setOpen(undefined)
  return (
    <AntiphonRoot>
      <button type="button">Before</button>
      {open === 'palette' && <Palette commands={commands} bindings={bindings} onClose={close} />}
      {open === 'sheet' && (
        <ShortcutSheet
          commands={commands}
          bindings={bindings}
          onBindingsChange={setBindings}
          singleKeys={singleKeys}
          onSingleKeysChange={setSingleKeys}
          onClose={close}
        />
      )}
    </AntiphonRoot>
  )
}
const start = () => {
  ran.mockClear()
  render(<Page />)
  screen.getByText('Before').focus()
}
const chosen = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent

test('the palette opens by its keys, finds, runs what is chosen once it is closed, and gives the focus back', async () => {
  start()
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox')
  expect(box).toBe(document.activeElement)
  expect(screen.getAllByRole('option')).toHaveLength(5)
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen()).toContain('Show the shortcuts')
  await userEvent.keyboard('answer')
  expect(chosen()).toContain('Copy the last answer')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(ran.mock.calls).toEqual([['copy']]))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Before'))
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('zzz{Enter}')
  expect(screen.getByRole('status').textContent).toBe('No command fits.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(ran).toHaveBeenCalledTimes(1)
})

test('keys are changed, taken away, switched off and put back in the sheet, and work at once', async () => {
  start()
  await userEvent.keyboard('?')
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  const keysFor = (label: string) =>
    sheet.getByRole('button', { name: new RegExp(`^Change the keys for: ${label}`) })
  await userEvent.click(keysFor('Next message'))
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(sheet.getByText('The same keys as: Find a command')).toBeVisible()
  await userEvent.click(keysFor('Next message'))
  await userEvent.keyboard('{Alt>}n{/Alt}')
  await userEvent.click(keysFor('New conversation'))
  await userEvent.keyboard('{Backspace}')
  expect(keysFor('New conversation').textContent).toMatch(/ none$/)
  await userEvent.click(sheet.getByRole('checkbox'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('{Alt>}n{/Alt}')
  expect(ran.mock.calls).toEqual([['next']])
  await userEvent.keyboard('{Control>}{Shift>}o{/Shift}{/Control}')
  await userEvent.keyboard('?')
  expect(ran).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})
