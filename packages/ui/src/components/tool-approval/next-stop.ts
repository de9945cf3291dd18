import { isTouch } from '../../lib/device.js'

/**
 * The next question after this one, else the first before it, else the message box. On touch not the box, because the
 * keyboard would cover half of the page.
 */
export function nextStop(card: HTMLElement): HTMLElement | undefined {
  const root = outermostRoot(card)
  const cards = [...root.querySelectorAll<HTMLElement>('[data-slot="tool-approval"]')]
  const at = cards.indexOf(card)
  return (
    cards[at + 1] ??
    cards.find((other) => other !== card) ??
    (isTouch()
      ? undefined
      : (root.querySelector<HTMLElement>('[data-slot="composer"] textarea') ?? undefined))
  )
}

function outermostRoot(element: HTMLElement): HTMLElement {
  let root = element
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.hasAttribute('data-antiphon-root')) root = at
  }
  return root
}
