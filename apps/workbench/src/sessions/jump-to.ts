import type { Entry, Place } from './entries.js'

/** Frames to wait for a call to be drawn: of a turn that was far from the view there is only text at first. */
const PATIENCE = 40

/** Brings a place of a transcript into view and gives it the focus. False when it is not there. */
export function jumpTo(transcript: HTMLElement, place: Place & Pick<Partial<Entry>, 'callKey'>): boolean {
  const turn = turnIn(transcript, place)
  if (!turn) return false
  turn.scrollIntoView({ block: 'start' })
  if (place.callKey === undefined) take(turnIn(transcript, place) ?? turn)
  else whenDrawn(transcript, place, place.callKey, PATIENCE)
  return true
}

/** The element of a turn, or of the piece of it that holds the step. */
function turnIn(transcript: HTMLElement, { turnKey, steps = [], step = 0 }: Place): HTMLElement | undefined {
  // Not by a selector: a key may be any text.
  const turns = new Map(
    [...transcript.querySelectorAll<HTMLElement>('[data-turn-id]')].map((one) => [
      one.dataset['turnId'],
      one,
    ]),
  )
  for (let at = step; at > 0; at--) {
    const piece = turns.get(steps[at]?.key)
    if (piece) return piece
  }
  return turns.get(turnKey)
}

function whenDrawn(transcript: HTMLElement, place: Place, callKey: string, frames: number): void {
  const call = [...transcript.querySelectorAll<HTMLElement>('[data-call-key]')].find(
    ({ dataset }) => dataset['callKey'] === callKey,
  )
  if (call && call.offsetParent !== null) {
    call.scrollIntoView({ block: 'center' })
    take(call.querySelector<HTMLElement>('button') ?? call)
  } else if (frames > 0) {
    requestAnimationFrame(() => whenDrawn(transcript, place, callKey, frames - 1))
  } else {
    // In a folded group: its turn is in view.
    const turn = turnIn(transcript, place)
    if (turn) take(turn)
  }
}

function take(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Returns the key of the turn at the upper edge of the view. */
export function turnAtTop(transcript: HTMLElement): string | undefined {
  const viewport = transcript.querySelector('[data-slot="viewport"]') ?? transcript
  const { top } = viewport.getBoundingClientRect()
  // A turn that was jumped to begins at the edge.
  const turn = [...transcript.querySelectorAll<HTMLElement>('[data-turn-id]')].find(
    (one) => one.getBoundingClientRect().bottom > top + 1,
  )
  return turn?.dataset['turnId']
}
