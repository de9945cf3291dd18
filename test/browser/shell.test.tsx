import {
  type Command,
  type KeyBindings,
  useShortcuts,
  CheckList,
  ModelMenu,
  Palette,
  SettingsSheet,
  ShortcutSheet,
} from '@antiphon/shell'
import { AntiphonRoot } from '@antiphon/ui'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from 'vitest/browser'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import './support/controls.css'

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
    { ...command('palette', 'Search', 'Mod+K'), run: () => setOpen('palette') },
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
  // The command that opened the palette is not in the list.
  expect(screen.getAllByRole('option')).toHaveLength(4)
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
  expect(screen.getByRole('status').textContent).toBe('Nothing found.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(ran).toHaveBeenCalledTimes(1)
})

test('the palette ranks the beginning of a name over a word in it, that over letters inside, and those over what describes it', async () => {
  const named = ['Anything', 'Leather', 'Set the theme', 'Theme'].map((label) => command(label, label))
  const commands = [{ ...named[0]!, keywords: 'theme' }, ...named.slice(1)]
  render(
    <AntiphonRoot>
      <Palette commands={commands} bindings={{}} onClose={() => {}} />
    </AntiphonRoot>,
  )
  await userEvent.type(await screen.findByRole('combobox'), 'the')
  const labels = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(labels).toEqual(['ThemeApp', 'Set the themeApp', 'LeatherApp', 'AnythingApp'])
})

test('keys are changed, taken away, switched off and put back in the sheet, and work at once', async () => {
  start()
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  // Not at the button that closes it.
  expect(document.activeElement).toBe(dialog)
  const sheet = within(dialog)
  const keysFor = (label: string) =>
    sheet.getByRole('button', { name: new RegExp(`^Change the keys for: ${label}`) })
  await userEvent.click(keysFor('Next message'))
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(sheet.getByText('The same keys as: Search')).toBeVisible()
  await userEvent.click(keysFor('Next message'))
  await userEvent.keyboard('{Alt>}n{/Alt}')
  // Commands without keys come last.
  expect(sheet.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'App',
    'Without a shortcut',
  ])
  await userEvent.click(keysFor('New conversation'))
  await userEvent.keyboard('{Backspace}')
  expect(keysFor('New conversation').textContent).toMatch(/ Add shortcut$/)
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

describe('the models in a form', () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ id: `model-${at}` }))
  const query = (data: typeof many | undefined, refetch = vi.fn()) => ({
    data,
    error: null,
    isFetching: false,
    refetch,
  })
  const chosen = vi.fn()
  const field = (models: ReturnType<typeof query>) => (
    <>
      <label htmlFor="model">Model</label>
      <ModelMenu
        field={{ id: 'model', describedBy: 'hint' }}
        value="model-2"
        models={models}
        onChange={chosen}
      />
      <p id="hint">Choose one.</p>
    </>
  )

  test('are a field with label, value and hint; the list lies over a dialog that would clip it, and any id can be typed', async () => {
    render(
      <AntiphonRoot>
        <div style={{ height: 90, width: 300, overflow: 'hidden' }}>{field(query(many))}</div>
      </AntiphonRoot>,
    )
    const button = screen.getByRole('button', { name: 'Model: model-2' })
    expect(button).toHaveAccessibleDescription('Choose one.')
    await userEvent.click(screen.getByText('Model'))
    expect(screen.getByRole('combobox')).toHaveFocus()
    const list = document.querySelector<HTMLElement>('[data-slot="model-popover"]')!
    const last = screen.getByRole('option', { name: /model-5/ }).getBoundingClientRect()
    expect(list.contains(document.elementFromPoint(last.x + 20, last.y + 10))).toBe(true)
    await userEvent.fill(screen.getByRole('combobox'), 'of-no-list')
    await userEvent.keyboard('{Enter}')
    expect(chosen.mock.calls).toEqual([['of-no-list']])
    expect(document.activeElement).toBe(button)
  })

  test('close by a press on what is beside them, which counts', async () => {
    const pressed = vi.fn()
    render(
      <AntiphonRoot>
        {field(query(many))}
        <button type="button" style={{ marginTop: 640 }} onClick={pressed}>
          Test
        </button>
      </AntiphonRoot>,
    )
    await userEvent.click(screen.getByRole('button', { name: /^Model:/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Test' }))
    expect(pressed).toHaveBeenCalledOnce()
    expect(document.querySelector('[data-slot="model-popover"]')).toBeNull()
  })

  test('open by a press that makes the form shorter, because it leaves the field before', async () => {
    function Form() {
      const [failed, setFailed] = useState(true)
      return (
        <div
          data-testid="form"
          style={{ position: 'fixed', inset: '0 0 auto', height: 300, overflow: 'auto' }}
        >
          <div style={{ height: 600 }} />
          <input aria-label="Key" onBlur={() => setFailed(false)} />
          {field(query(many))}
          {failed && <p style={{ height: 150 }}>The server does not answer.</p>}
        </div>
      )
    }
    render(
      <AntiphonRoot>
        <Form />
      </AntiphonRoot>,
    )
    screen.getByTestId('form').scrollTop = 600
    screen.getByLabelText('Key').focus({ preventScroll: true })
    const button = screen.getByRole('button', { name: /^Model:/ })
    const { top } = button.getBoundingClientRect()
    await userEvent.click(button)
    await waitFor(() => expect(button.getBoundingClientRect().top).toBeGreaterThan(top + 50))
    const list = document.querySelector('[data-slot="model-popover"]')!
    await waitFor(() =>
      expect(Math.abs(list.getBoundingClientRect().top - button.getBoundingClientRect().bottom)).toBeLessThan(
        6,
      ),
    )
    expect(screen.getByRole('combobox')).toHaveFocus()
  })

  test('that were not read yet have the button that reads them', async () => {
    const refetch = vi.fn()
    render(<AntiphonRoot>{field(query(undefined, refetch))}</AntiphonRoot>)
    await userEvent.click(screen.getByRole('button', { name: /^Model:/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Load the list' }))
    expect(refetch).toHaveBeenCalledOnce()
  })
})

describe('settings', () => {
  const saved = vi.fn()

  /** Opens by its keys, as in an app; the limit is wrong until it is a number. */
  function App() {
    const [open, setOpen] = useState(false)
    const [limit, setLimit] = useState('many')
    const [tried, setTried] = useState(false)
    useShortcuts([{ ...command('settings', 'Settings', 'Mod+,'), run: () => setOpen(true) }])
    const wrong = tried && !/^\d+$/.test(limit)
    const save = () => {
      setTried(true)
      if (!/^\d+$/.test(limit)) return false
      saved(limit)
      return true
    }
    const field = (
      <label>
        Max tokens
        <input
          value={limit}
          aria-invalid={wrong || undefined}
          onChange={(event) => setLimit(event.target.value)}
        />
      </label>
    )
    return (
      <AntiphonRoot>
        <button type="button">Before</button>
        {open && (
          <SettingsSheet
            sections={[
              { id: 'name', content: <input aria-label="Name" /> },
              { id: 'limits', title: 'Limits', content: field },
            ]}
            onSave={save}
            onClose={() => setOpen(false)}
          />
        )}
      </AntiphonRoot>
    )
  }

  test('open by their keys, keep what is wrong in front of one, save, and give the focus back', async () => {
    saved.mockClear()
    render(<App />)
    screen.getByText('Before').focus()
    await userEvent.keyboard('{Control>},{/Control}')
    const sheet = within(await screen.findByRole('dialog', { name: 'Settings' }))
    expect(sheet.getByRole('region', { name: 'Limits' })).toBeDefined()
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
    const limit = sheet.getByRole('textbox', { name: 'Max tokens' })
    await waitFor(() => expect(document.activeElement).toBe(limit))
    expect(saved).not.toHaveBeenCalled()
    await userEvent.clear(limit)
    await userEvent.keyboard('512{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved.mock.calls).toEqual([['512']])
    expect(document.activeElement).toBe(screen.getByText('Before'))
  })

  test.each(['Escape', 'Close', 'Cancel'])('close with %s without a word to the app', async (way) => {
    saved.mockClear()
    render(<App />)
    screen.getByText('Before').focus()
    await userEvent.keyboard('{Control>},{/Control}')
    await screen.findByRole('dialog')
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else await userEvent.click(screen.getByRole('button', { name: way }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(screen.getByText('Before'))
  })

  test('a check says how many of which, of each what was seen, and of a failed one what to do', async () => {
    const run = vi.fn()
    const use = vi.fn()
    const checks = [
      { name: 'models', state: 'fail', seen: 'Found elsewhere.', fix: 'Take that address.', ms: 210 },
      { name: 'stream', state: 'pass', seen: 'Answers stream.' },
      { name: 'of-my-own', state: 'skipped', seen: 'Not asked.' },
    ] as const
    const shown = (running: boolean) => (
      <AntiphonRoot>
        <CheckList
          checks={checks}
          running={running}
          onRun={run}
          renderAction={({ name }) => name === 'models' && <button onClick={use}>Use it</button>}
        />
      </AntiphonRoot>
    )
    const { rerender } = render(shown(false))
    const list = within(screen.getByRole('region', { name: 'Check' }))
    expect(list.getByRole('status').textContent).toBe('1 passed, 1 failed')
    expect(list.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'List of models failed:  Found elsewhere.To do: Take that address.0.2 sUse it',
      'Streams passed:  Answers stream.',
      'of-my-own skipped:  Not asked.',
    ])
    await userEvent.click(list.getByRole('button', { name: 'Use it' }))
    await userEvent.click(list.getByRole('button', { name: 'Check again' }))
    expect([use.mock.calls.length, run.mock.calls.length]).toEqual([1, 1])
    // While it runs the button stays, with the focus on it.
    rerender(shown(true))
    expect(list.getByRole('status').textContent).toBe('Asking the endpoint…')
    const button = list.getByRole('button', { name: 'Check again' })
    expect(document.activeElement).toBe(button)
    button.click()
    expect(run).toHaveBeenCalledTimes(1)
  })
})
