import { AntiphonRoot } from '@antiphon/ui'
import { Menu, type MenuItem } from '@antiphon/ui/parts'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import './support/controls.css'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useEffect, useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

const ran = vi.fn()
beforeEach(() => void ran.mockClear())
afterEach(cleanup)

const line = (id: string, label: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  label,
  run: () => ran(id),
  ...more,
})
const groups = [
  [line('rename', 'Rename'), line('pin', 'Pin'), line('theme', 'Theme', { keepsOpen: true })],
  [],
  [line('delete', 'Delete', { danger: true })],
]

function Page({ style }: { style?: React.CSSProperties }) {
  return (
    <AntiphonRoot>
      <button type="button" onClick={() => ran('outside')}>
        Outside
      </button>
      <div style={{ position: 'fixed', ...style }}>
        <Menu label="Actions" groups={groups} />
      </div>
    </AntiphonRoot>
  )
}

function InDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <AntiphonRoot>
      <dialog ref={dialog} aria-label="Drawer">
        <Menu label="Actions" groups={groups} />
      </dialog>
    </AntiphonRoot>
  )
}

const trigger = () => screen.getByRole('button', { name: 'Actions' })
const item = (name: string) => screen.getByRole('menuitem', { name })

test('opens on its first line, goes round with the arrows, to the ends, and by first letters; Escape gives the focus back', async () => {
  render(<Page />)
  trigger().focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(item('Rename')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  expect(item('Delete')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  expect(item('Rename')).toHaveFocus()
  await userEvent.keyboard('p')
  expect(item('Pin')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(trigger()).toHaveFocus()
  expect(ran).not.toHaveBeenCalled()
})

test('a line runs once the menu is closed; one that goes from value to value leaves it open', async () => {
  render(<Page />)
  await userEvent.click(trigger())
  await userEvent.click(item('Theme'))
  await userEvent.click(item('Theme'))
  expect(ran.mock.calls).toEqual([['theme'], ['theme']])
  await userEvent.click(item('Pin'))
  expect(ran).toHaveBeenLastCalledWith('pin')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(trigger()).toHaveFocus()
})

test('a press outside closes it and still counts', async () => {
  render(<Page style={{ insetBlockStart: 200 }} />)
  await userEvent.click(trigger())
  await userEvent.click(screen.getByText('Outside'))
  expect(screen.queryByRole('menu')).toBeNull()
  expect(ran.mock.calls).toEqual([['outside']])
})

test.each([
  ['the first corner', { insetBlockStart: 0, insetInlineStart: 0 }],
  ['the last corner', { insetBlockEnd: 0, insetInlineEnd: 0 }],
])('at %s it stands inside the window, over what it does not belong to', async (_, style) => {
  render(<Page style={style} />)
  await userEvent.click(trigger())
  const { left, top, right, bottom } = screen.getByRole('menu').getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(8)
  expect(top).toBeGreaterThanOrEqual(8)
  expect(right).toBeLessThanOrEqual(innerWidth - 8)
  expect(bottom).toBeLessThanOrEqual(innerHeight - 8)
})

test('in a dialog it lies over the dialog, and Escape closes the menu alone', async () => {
  render(<InDialog />)
  await userEvent.click(trigger())
  const { left, top } = item('Delete').getBoundingClientRect()
  expect(item('Delete').contains(document.elementFromPoint(left + 5, top + 5))).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.getByRole('dialog')).toBeVisible()
  expect(trigger()).toHaveFocus()
})

test('a scroll that moves the button away closes it; one that leaves it where it is does not', async () => {
  render(
    <div data-testid="scroller" style={{ position: 'fixed', inset: '0', overflow: 'auto' }}>
      <div style={{ height: 3000, paddingTop: 200 }}>
        <AntiphonRoot>
          <Menu label="Actions" groups={groups} />
        </AntiphonRoot>
      </div>
    </div>,
  )
  await userEvent.click(trigger())
  const { top } = screen.getByRole('menu').getBoundingClientRect()
  // Such as the last of a scroll that began before, and a keyboard that comes up.
  act(() => {
    document.dispatchEvent(new Event('scroll'))
    window.dispatchEvent(new Event('resize'))
  })
  expect(screen.getByRole('menu').getBoundingClientRect().top).toBe(top)
  screen.getByTestId('scroller').scrollTop = 50
  await expect.poll(() => screen.queryByRole('menu')).toBeNull()
})

test('it goes with the button where what is below becomes shorter and the browser scrolls by itself', async () => {
  render(
    <div data-testid="scroller" style={{ position: 'fixed', inset: '0', overflow: 'auto' }}>
      <div style={{ height: 3000 }} />
      <AntiphonRoot>
        <Menu label="Actions" groups={groups} />
      </AntiphonRoot>
      <div data-testid="below" style={{ height: 250 }} />
    </div>,
  )
  screen.getByTestId('scroller').scrollTop = 3000
  await userEvent.click(trigger())
  const { top } = trigger().getBoundingClientRect()
  screen.getByTestId('below').style.height = '50px'
  expect(trigger().getBoundingClientRect().top).toBeGreaterThan(top + 100)
  await expect
    .poll(() => {
      const [button, menu] = [trigger(), screen.getByRole('menu')].map((one) => one.getBoundingClientRect())
      return Math.min(Math.abs(menu!.top - button!.bottom), Math.abs(button!.top - menu!.bottom))
    })
    .toBeLessThan(6)
  screen.getByTestId('scroller').scrollTop -= 50
  await expect.poll(() => screen.queryByRole('menu')).toBeNull()
})
