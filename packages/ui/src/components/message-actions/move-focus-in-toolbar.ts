import type { KeyboardEvent } from 'react'

/** Arrow keys, Home and End move between the buttons of a toolbar. Every button stays a stop of its own. */
export function moveFocusInToolbar(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const index = buttons.indexOf(event.target as HTMLElement)
  if (index < 0) return
  const target = targetIndex(event, index, buttons.length)
  if (target === undefined) return
  event.preventDefault()
  buttons[target]?.focus()
}

function targetIndex(event: KeyboardEvent<HTMLElement>, index: number, count: number): number | undefined {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return (index + (event.key === forward ? 1 : count - 1)) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
