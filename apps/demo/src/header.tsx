import { words } from './words/words.js'

/** First stop of the page, seen when focused: past the header and the transcript to the message box. */
export function SkipLink() {
  return (
    <a
      href="#message"
      className="fixed start-3 top-2 z-50 -translate-y-16 rounded-button bg-accent-fill px-3 py-1.5 text-row pointer-coarse:py-3.5 text-on-accent focus:translate-y-0"
      onClick={(event) => {
        // The address stays as it is; only the focus moves.
        event.preventDefault()
        focusMessageBox()
      }}
    >
      {words.shell.skip}
    </a>
  )
}

/** Moves the focus into the message box, behind what is written there. */
export function focusMessageBox(): void {
  const field = document.querySelector<HTMLTextAreaElement>('#message textarea')
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

/**
 * Moves it there for a person with a keyboard at hand, who wants to type next. On a touch screen the keyboard would come up over half of
 * the page, and over an open dialog nobody types there.
 */
export function offerMessageBox(): void {
  const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine)').matches
  if (hasKeyboard && !document.querySelector('dialog[open]')) focusMessageBox()
}
