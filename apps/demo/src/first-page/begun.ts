/** What a person has done on the page that the build drew, besides what stands in its message box. */
export interface Begun {
  /** Enter or Send was pressed, and nothing was written since. */
  isSent: boolean
  isComposing: boolean
  /** The button that was pressed last. */
  pressed?: HTMLElement
}

declare global {
  interface Window {
    antiphonBegun?: Begun
  }
}
