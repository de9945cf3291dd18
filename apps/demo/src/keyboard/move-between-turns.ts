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
