import type { Entry } from './entries.js'

/** Frames to wait for a call to be drawn: of a turn that was far from the view there is only text at first. */
const PATIENCE = 40

/** Brings a place of a transcript into view and gives it the focus. False when it is not there. */
export function jumpTo(transcript: HTMLElement, { turnKey, callKey }: Entry): boolean {
  // Not by a selector: a key may be any text.
  const turn = [...transcript.querySelectorAll<HTMLElement>('[data-turn-id]')].find(
    ({ dataset }) => dataset['turnId'] === turnKey,
  )
  if (!turn) return false
  turn.scrollIntoView({ block: 'start' })
  if (callKey === undefined) take(turnIn(transcript, turnKey) ?? turn)
  else whenDrawn(transcript, turnKey, callKey, PATIENCE)
  return true
}

const turnIn = (transcript: HTMLElement, key: string): HTMLElement | undefined =>
  [...transcript.querySelectorAll<HTMLElement>('[data-turn-id]')].find(
    ({ dataset }) => dataset['turnId'] === key,
  )

function whenDrawn(transcript: HTMLElement, turnKey: string, callKey: string, frames: number): void {
  const call = [...transcript.querySelectorAll<HTMLElement>('[data-call-key]')].find(
    ({ dataset }) => dataset['callKey'] === callKey,
  )
  if (call && call.offsetParent !== null) {
    call.scrollIntoView({ block: 'center' })
    take(call.querySelector<HTMLElement>('button') ?? call)
  } else if (frames > 0) {
    requestAnimationFrame(() => whenDrawn(transcript, turnKey, callKey, frames - 1))
  } else {
    // In a folded group: its turn is in view.
    const turn = turnIn(transcript, turnKey)
    if (turn) take(turn)
  }
}

function take(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** The turn that stands at the upper edge of the view. */
export function turnAtTop(transcript: HTMLElement): string | undefined {
  const viewport = transcript.querySelector('[data-slot="viewport"]') ?? transcript
  const { top } = viewport.getBoundingClientRect()
  // A turn that was jumped to begins at the edge.
  const turn = [...transcript.querySelectorAll<HTMLElement>('[data-turn-id]')].find(
    (one) => one.getBoundingClientRect().bottom > top + 1,
  )
  return turn?.dataset['turnId']
}
