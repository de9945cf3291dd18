/** Moves the focus into the message box, behind what is written there. */
export function focusMessageBox(): void {
  const field = document.querySelector<HTMLTextAreaElement>('#message textarea')
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
