import { useRef } from 'react'
import { useWords } from '../../strings/strings.js'

/** First stops of a chat, seen when focused: past all that was said to the box, or to the last thing that was said (X12). */
export function SkipLinks() {
  const { strings } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const find = (selector: string): HTMLElement | undefined => {
    const found = place.current?.parentElement?.querySelectorAll<HTMLElement>(selector)
    return found && [...found].at(-1)
  }
  const toLatest = (): void => {
    const turn = find('[data-slot="turn"]')
    if (!turn) return
    // No stop of its own, but one may be sent there.
    turn.tabIndex = -1
    turn.focus()
  }
  return (
    <div ref={place} data-slot="skip-links" data-print="hide">
      <button
        type="button"
        data-slot="skip-link"
        onClick={() => find('[data-slot="composer"] textarea')?.focus()}
      >
        {strings.skip.toComposer}
      </button>
      <button type="button" data-slot="skip-link" onClick={toLatest}>
        {strings.skip.toLatest}
      </button>
    </div>
  )
}
