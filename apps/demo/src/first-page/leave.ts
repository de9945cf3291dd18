import './begun.js'

const firstPage = (): HTMLElement | null => document.getElementById('first')

/** Removes the page that the build drew where it is not on screen, before the app draws its own beside it. */
export function dropUnseenFirstPage(): void {
  const page = firstPage()
  if (page && getComputedStyle(page).display === 'none') page.remove()
}

export interface Takeover {
  /** Puts a text into the message box. */
  write(text: string): void
  send(text: string): void
}

const namesOf = (button: Element): string => button.getAttribute('aria-label') ?? button.textContent

/**
 * Takes away the page that the build drew, once the app has drawn the same, and goes on with what was done there: the text, its caret
 * and focus, the message that was sent or the button that was pressed, and how far it was scrolled.
 */
export function leaveFirstPage(takeover: Takeover): void {
  const page = firstPage()
  if (!page) return
  const { isComposing = false, isSent = false, pressed } = window.antiphonBegun ?? {}
  // Half a word of an input method would be lost.
  if (isComposing)
    return addEventListener('compositionend', () => setTimeout(leaveFirstPage, 0, takeover), { once: true })
  const shown = [...page.children].find((one) => getComputedStyle(one).display !== 'none')
  const box = shown?.querySelector('textarea')
  const { value: text = '', selectionStart = 0, selectionEnd = 0 } = box ?? {}
  const hadFocus = box !== undefined && document.activeElement === box
  const scrolled = shown?.querySelector('[data-slot="viewport"]')?.scrollTop ?? 0
  page.remove()
  const field = document.querySelector<HTMLTextAreaElement>('#message textarea')
  // At once, before the next key.
  if (hadFocus) field?.focus()
  if (isSent && text.trim() !== '') takeover.send(text)
  else if (text !== '') takeover.write(text)
  // React has drawn the text by then, and no key has come.
  queueMicrotask(() => {
    if (field?.value === text) field.setSelectionRange(selectionStart, selectionEnd)
  })
  setTimeout(() => {
    if (scrolled > 0) document.querySelector('[data-slot="viewport"]')?.scrollTo(0, scrolled)
    if (!pressed || isSent) return
    const same = [...document.querySelectorAll('button')].find((one) => namesOf(one) === namesOf(pressed))
    same?.click()
  })
}
