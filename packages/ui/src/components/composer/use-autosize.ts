import { useLayoutEffect, type RefObject } from 'react'

/** Grows a text field with its text where CSS alone cannot (`field-sizing`); the limit of ten lines is in the CSS. */
export function useAutosize(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  useLayoutEffect(() => {
    const element = field.current
    if (!element || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    element.style.setProperty('height', 'auto')
    element.style.setProperty('height', `${element.scrollHeight}px`)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the text is what changes the height
  }, [field, value])
}
