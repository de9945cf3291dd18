import { IconButton } from '@antiphon/ui'
import { Tooltips } from '@antiphon/shell'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

/** Ms after which a tip is there. */
const DELAY_MS = 150

// A pointer may come to the page so late that the tip is there when the test looks.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const passTime = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms))

const tip = (): HTMLElement | null => document.querySelector('[role="tooltip"]')
const button = (name: string): HTMLElement => screen.getByRole('button', { name })

function show(): void {
  render(
    <div style={{ padding: 80 }}>
      <IconButton icon="edit" label="New conversation" data-keys="Mod+B" />
      <button type="button" title="Compare" style={{ marginInlineStart: 120 }}>
        Compare
      </button>
      <Tooltips />
    </div>,
  )
}

test('a pointer that rests sees the title and its keys, in place of the tip of the browser', async () => {
  show()
  await userEvent.hover(button('New conversation'))
  // Its name is that of its label: nobody loses it.
  expect(button('New conversation')).not.toHaveAttribute('title')
  await passTime(DELAY_MS - 1)
  expect(tip()).toBeNull()
  await passTime(1)
  await expect.poll(() => tip()?.textContent).toMatch(/^New conversation(?:Ctrl |⌘)B$/)
  await expect.poll(() => tip()!.matches(':popover-open')).toBe(true)
  const { top } = tip()!.getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(button('New conversation').getBoundingClientRect().bottom)
  await userEvent.unhover(button('New conversation'))
  await expect.poll(tip).toBeNull()
  expect(button('New conversation')).toHaveAttribute('title', 'New conversation')
})

test('who comes with the keyboard sees it too, until another key is pressed', async () => {
  show()
  await userEvent.keyboard('{Tab}')
  expect(button('New conversation')).toHaveFocus()
  await passTime(DELAY_MS)
  await expect.poll(() => tip()?.textContent).toContain('New conversation')
  await userEvent.keyboard('{Escape}')
  await expect.poll(tip).toBeNull()
})

test('there is none for a finger, after a press, and where the words can be read already', async () => {
  show()
  fireEvent.pointerOver(button('New conversation'), { pointerType: 'touch' })
  await passTime(250)
  expect(tip()).toBeNull()
  await userEvent.hover(button('Compare'))
  await passTime(250)
  expect(tip()).toBeNull()
  expect(button('Compare')).not.toHaveAttribute('title')
  await userEvent.hover(button('New conversation'))
  await userEvent.click(button('New conversation'))
  await passTime(250)
  expect(tip()).toBeNull()
})
