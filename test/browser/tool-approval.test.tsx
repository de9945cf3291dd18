import { ToolApproval, type ToolApprovalProps } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { holdTime, passTime } from './support/pass-time.js'

const SETTLED_MS = 500
const card = () => screen.getByRole('group', { name: /^Allow deploy/ })
const button = (name: RegExp) => screen.getByRole('button', { name })

function open(props: Partial<ToolApprovalProps> = {}) {
  const handlers = { onAllow: vi.fn(), onDeny: vi.fn(), onAllowInChat: vi.fn() }
  render(
    <StrictMode>
      <div data-antiphon-root="">
        <button type="button">Before</button>
        <ToolApproval name="deploy" arguments='{"to":"production"}' {...handlers} {...props} />
      </div>
    </StrictMode>,
  )
  return handlers
}

afterEach(cleanup)

describe('S32 long arguments', () => {
  const long = JSON.stringify({
    hosts: Array.from({ length: 200 }, (_, i) => `host-${i}`),
    last: 'rm -rf /srv',
  })

  it('cannot be allowed, by press or by key, before their end has been seen', async () => {
    const { onAllow, onAllowInChat, onDeny } = open({ arguments: long })
    await passTime(SETTLED_MS)
    expect(button(/Allow once/)).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText(/characters\. Scroll to the end/)).toBeVisible()
    await userEvent.click(button(/Allow once/), { force: true })
    await userEvent.click(button(/Allow in this chat/), { force: true })
    card().focus()
    await userEvent.keyboard('y')
    expect(onAllow).not.toHaveBeenCalled()
    expect(onAllowInChat).not.toHaveBeenCalled()

    const box = screen.getByRole('group', { name: 'Arguments of deploy' })
    box.focus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => button(/Allow once/).getAttribute('aria-disabled')).toBe(null)
    expect(box.textContent).toContain('rm -rf /srv')
    await userEvent.click(button(/Allow once/))
    expect(onAllow).toHaveBeenCalledTimes(1)
    expect(onDeny).not.toHaveBeenCalled()
  })

  it('can be denied at any time', async () => {
    const { onDeny } = open({ arguments: long })
    await passTime(SETTLED_MS)
    await userEvent.click(button(/^Deny$/))
    expect(onDeny).toHaveBeenCalledTimes(1)
  })

  it('padding does not push the end out of sight: the blanks are counted', async () => {
    open({ arguments: JSON.stringify({ command: `ls${' '.repeat(5_000)}; rm -rf /srv` }) })
    await passTime(SETTLED_MS)
    expect(card().textContent).toContain('5,000 spaces')
    expect(card().textContent).toContain('rm -rf /srv')
    expect(button(/Allow once/)).not.toHaveAttribute('aria-disabled')
  })
})

describe('S34 a press that was meant for something else', () => {
  it('takes no focus, and answers nothing within half a second', async () => {
    holdTime()
    const { onAllow, onDeny } = open()
    expect(card().contains(document.activeElement)).toBe(false)
    expect(card()).toHaveAttribute('data-settling')
    button(/Allow once/).click()
    button(/^Deny$/).click()
    expect(onAllow).not.toHaveBeenCalled()
    expect(onDeny).not.toHaveBeenCalled()
    await passTime(SETTLED_MS)
    await expect.poll(() => card().hasAttribute('data-settling')).toBe(false)
    await userEvent.click(button(/Allow once/))
    expect(onAllow).toHaveBeenCalledTimes(1)
  })

  it('Enter that is still held down from sending does not allow', async () => {
    const { onAllow } = open()
    await passTime(SETTLED_MS)
    const allow = button(/Allow once/)
    allow.focus()
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
    expect(allow.dispatchEvent(held)).toBe(false)
    expect(onAllow).not.toHaveBeenCalled()
  })

  it('what cannot be undone wants a second press', async () => {
    const { onAllow } = open({ destructive: true })
    const group = screen.getByRole('group', { description: 'This cannot be undone.' })
    expect(group.querySelector('[data-slot="approval-risk"]')?.textContent).toBe('This cannot be undone.')
    await passTime(SETTLED_MS)
    expect(screen.queryByRole('button', { name: /Allow in this chat/ })).toBeNull()
    await userEvent.click(button(/Allow once/))
    expect(onAllow).not.toHaveBeenCalled()
    await userEvent.click(button(/Press again to allow/))
    expect(onAllow).toHaveBeenCalledTimes(1)
  })
})
