/** Acts of a person on the page that the build drew, besides the text in its message box. */
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
