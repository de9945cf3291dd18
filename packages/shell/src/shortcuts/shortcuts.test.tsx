import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { formatKeys, parseKeys } from '@antiphon/ui/functions'
import { keysOfPress, matchesKeys, type Command } from './keys.js'
import { useShortcuts, type ShortcutOptions } from './use-shortcuts.js'

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const matches = (keys: string, apple: boolean, ...pressed: Parameters<typeof press>) =>
  matchesKeys(press(...pressed), parseKeys(keys, apple)!)

describe('keys', () => {
  test('Mod is Command on Apple devices and Control elsewhere', () => {
    expect(matches('Mod+K', true, 'k', { metaKey: true })).toBe(true)
    expect(matches('Mod+K', true, 'k', { ctrlKey: true })).toBe(false)
    expect(matches('Mod+K', false, 'k', { ctrlKey: true })).toBe(true)
    expect(matches('Mod+K', false, 'k', { ctrlKey: true, shiftKey: true })).toBe(false)
    expect(matches('Mod+Shift+O', false, 'O', { ctrlKey: true, shiftKey: true })).toBe(true)
  })
  test('a sign matches however the keyboard makes it', () => {
    expect(matches('?', false, '?', { shiftKey: true })).toBe(true)
    expect(matches('/', false, '/', { shiftKey: true })).toBe(true)
    expect(matches('Mod+.', false, '.', { ctrlKey: true })).toBe(true)
    expect(matches('J', false, 'J', { shiftKey: true })).toBe(false)
  })
  test('what is no combination is none, and a plus is a key', () => {
    expect(parseKeys('Hyper+K', false)).toBeUndefined()
    expect(parseKeys('', false)).toBeUndefined()
    expect(parseKeys('Mod++', false)).toMatchObject({ ctrl: true, key: '+' })
  })
  test('what was pressed, written down, matches what was pressed', () => {
    for (const apple of [true, false])
      for (const key of ['k', 'K', '?', '.', ' ', 'ArrowUp', 'F2'])
        for (const more of [{}, { ctrlKey: true }, { metaKey: true, shiftKey: true }, { altKey: true }]) {
          const pressed = press(key, more)
          const keys = keysOfPress(pressed, apple)!
          expect({ keys, fits: matchesKeys(pressed, parseKeys(keys, apple)!) }).toEqual({ keys, fits: true })
        }
    expect(keysOfPress(press('Shift', { shiftKey: true }), false)).toBeUndefined()
  })
  test('are printed as on the keyboard', () => {
    expect(formatKeys('Mod+Shift+O', true)).toEqual(['⇧', '⌘', 'O'])
    expect(formatKeys('Mod+Shift+O', false)).toEqual(['Ctrl', 'Shift', 'O'])
  })
})

describe('useShortcuts', () => {
  const open = vi.fn()
  const next = vi.fn()
  const commands: Command[] = [
    { id: 'open', label: 'Open', keys: 'Mod+K', run: open },
    { id: 'next', label: 'Next', keys: 'J', run: next },
  ]
  function Page(options: ShortcutOptions) {
    useShortcuts(commands, options)
    return (
      <>
        <input aria-label="field" />
        <dialog open>
          <button type="button">inside</button>
        </dialog>
      </>
    )
  }
  const hit = (where: Element, key: string, more: object = {}) => {
    open.mockClear()
    next.mockClear()
    const free = fireEvent.keyDown(where, { key, ...more })
    return { open: open.mock.calls.length, next: next.mock.calls.length, free }
  }

  test('runs by keys, and leaves the key alone where it must', () => {
    render(<Page />)
    const field = screen.getByLabelText('field')
    expect(hit(document.body, 'k', { ctrlKey: true })).toEqual({ open: 1, next: 0, free: false })
    expect(hit(field, 'k', { ctrlKey: true })).toMatchObject({ open: 1 })
    expect(hit(document.body, 'j')).toMatchObject({ next: 1 })
    expect(hit(field, 'j')).toEqual({ open: 0, next: 0, free: true })
    expect(hit(screen.getByText('inside'), 'k', { ctrlKey: true })).toMatchObject({ open: 0 })
    expect(hit(document.body, 'j', { isComposing: true })).toMatchObject({ next: 0 })
    expect(hit(document.body, 'j', { keyCode: 229 })).toMatchObject({ next: 0 })
  })
  test('follows the choice of the user', () => {
    const { rerender } = render(<Page bindings={{ next: 'Alt+N', open: null }} />)
    expect(hit(document.body, 'j')).toMatchObject({ next: 0 })
    expect(hit(document.body, 'n', { altKey: true })).toMatchObject({ next: 1 })
    expect(hit(document.body, 'k', { ctrlKey: true })).toMatchObject({ open: 0 })
    rerender(<Page singleKeys={false} />)
    expect(hit(document.body, 'j')).toMatchObject({ next: 0 })
    expect(hit(document.body, 'k', { ctrlKey: true })).toMatchObject({ open: 1 })
    rerender(<Page enabled={false} />)
    expect(hit(document.body, 'k', { ctrlKey: true })).toMatchObject({ open: 0 })
  })
})
