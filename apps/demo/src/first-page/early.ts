/**
 * Runs before the page is drawn, in a file of its own. Whoever was here before sees the app itself as soon as it is there: its theme,
 * list and settings are not those of the page that the build drew. For all others it notes what is done on that page, and the app
 * does it when it is there (leave.ts).
 */
import type { Begun } from './begun.js'

const begun: Begun = { isSent: false, isComposing: false }
window.antiphonBegun = begun

function wasHere(): boolean {
  try {
    if (Object.keys(localStorage).some((name) => name.startsWith('antiphon-demo.'))) return true
  } catch {
    // No storage, so nothing was kept.
  }
  // A link to a conversation, or a login that comes back.
  return location.hash !== '' || location.search.includes('state=')
}
if (wasHere()) document.documentElement.dataset['wasHere'] = ''

// As the app does: who has a keyboard at hand types next.
document.addEventListener('readystatechange', () => {
  const box = document.querySelector<HTMLElement>('#first textarea')
  if (document.readyState === 'interactive' && matchMedia('(hover: hover) and (pointer: fine)').matches)
    box?.focus()
})

const onFirstPage = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`#first ${selector}`) : null

addEventListener('keydown', (event) => {
  // A touch screen has no Shift, there Enter is a new line.
  const isLine = event.shiftKey || event.isComposing || matchMedia('(pointer: coarse)').matches
  if (event.key !== 'Enter' || isLine || !onFirstPage(event, 'textarea')) return
  event.preventDefault()
  begun.isSent = true
})
// Who goes on writing has not sent it yet.
addEventListener('input', () => (begun.isSent = false))
addEventListener('compositionstart', () => (begun.isComposing = true))
addEventListener('compositionend', () => (begun.isComposing = false))
addEventListener('click', (event) => {
  const button = onFirstPage(event, 'button')
  if (button) begun.pressed = button
})
addEventListener('submit', (event) => {
  if (!onFirstPage(event, 'form')) return
  event.preventDefault()
  begun.isSent = true
})
