import { focusMessageBox } from './focus-message-box.js'

/** First stop of the page, seen when focused: past the header and the transcript to the message box. */
export function SkipLink() {
  return (
    <a
      href="#message"
      className="fixed start-3 top-2 z-50 -translate-y-16 rounded-button bg-accent px-3 py-1.5 text-row pointer-coarse:py-3.5 text-on-accent focus:translate-y-0"
      onClick={(event) => {
        // The address stays as it is; only the focus moves.
        event.preventDefault()
        focusMessageBox()
      }}
    >
      Skip to the message box
    </a>
  )
}
