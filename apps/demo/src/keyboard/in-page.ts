/** Moves the focus to the next or previous message, from where it is or, with no message focused, from the last one. */
export function moveBetweenTurns(step: 1 | -1): void {
  const turns = [...document.querySelectorAll<HTMLElement>('main [data-slot="turn"]')]
  const at = turns.findIndex((turn) => turn.contains(document.activeElement))
  const from = at < 0 ? turns.length : at
  const turn = turns[Math.max(0, Math.min(turns.length - 1, from + step))]
  if (!turn) return
  // Only while it has the focus: reading goes on as before.
  turn.tabIndex = -1
  turn.addEventListener('blur', () => turn.removeAttribute('tabindex'), { once: true })
  turn.focus()
}

/** Presses the last button of an answer that copies, which also says that it was done. */
export function copyLast(what: 'answer' | 'code'): void {
  const buttons = document.querySelectorAll<HTMLElement>(
    what === 'answer'
      ? 'main [data-role="assistant"] [data-slot="message-actions"] > button:first-child'
      : 'main [data-role="assistant"] [data-slot="code-actions"] [data-slot="markdown-button"]:not([aria-pressed])',
  )
  ;[...buttons].at(-1)?.click()
}

/** The focus is on a message, or on something of one that does not take Escape for itself. */
export function isReading(): boolean {
  const { activeElement } = document
  return (
    activeElement?.closest('main [data-slot="viewport"]') != null &&
    activeElement.closest('input, textarea, [popover]') === null
  )
}
