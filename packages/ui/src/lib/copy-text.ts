/** Puts plain text on the clipboard, on pages without TLS too. False when the browser did not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughSelection(text)
  }
}

/** Where the clipboard interface is missing: pages without TLS, older browsers. */
function copyThroughSelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0'
  const active = document.activeElement
  const selection = document.getSelection()
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, at) => selection!.getRangeAt(at))
  // While a modal dialog is open, nothing outside of it can be selected.
  const place = active?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  let copied = false
  try {
    copied = document.execCommand('copy')
  } catch {
    copied = false
  }
  field.remove()
  // Restores the reader's selection and focus.
  selection?.removeAllRanges()
  for (const range of ranges) selection?.addRange(range)
  if (active instanceof HTMLElement) active.focus({ preventScroll: true })
  return copied
}
