'use client'

import { useEffect, useState } from 'react'

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

/** How long a button says that it has copied. */
const SHOWN_MS = 1_500

/** Copies, and says for 1.5 s how it went. */
export function useCopy(): {
  outcome: 'copied' | 'failed' | undefined
  copy: (text: string) => Promise<boolean>
} {
  const [last, setLast] = useState<{ outcome: 'copied' | 'failed' }>()
  useEffect(() => {
    const timer = last && setTimeout(setLast, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [last])
  return {
    outcome: last?.outcome,
    async copy(text) {
      const copied = await copyText(text)
      setLast({ outcome: copied ? 'copied' : 'failed' })
      return copied
    },
  }
}
