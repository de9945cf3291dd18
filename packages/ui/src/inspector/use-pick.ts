import { useEffect, useRef, type RefObject } from 'react'
import { ratioAt } from './light-place.js'
import type { TranscriptPlace } from './use-lit-place.js'

export interface PickedPart {
  messageId: string
  partKey: string
  callIndex?: number
  /** How far into the text of the part, from 0 to 1. */
  ratio?: number
}

/** Tells which part of an answer was pressed. With `onCancel` it takes every press for itself, and Escape ends it. */
export function usePick(
  root: TranscriptPlace,
  active: boolean,
  onPick: (picked: PickedPart) => void,
  onCancel?: () => void,
): void {
  const latest: RefObject<{ onPick: typeof onPick; onCancel: typeof onCancel }> = useRef({ onPick, onCancel })
  useEffect(() => {
    latest.current = { onPick, onCancel }
  })
  const isExclusive = onCancel !== undefined
  useEffect(() => {
    const parent = 'current' in root ? root.current : root
    if (!active || !parent) return
    const press = (event: Event): void => {
      const picked = event instanceof MouseEvent ? partOf(event) : undefined
      const isControl =
        event.target instanceof Element && event.target.closest('a, button, input, textarea, select, summary')
      if (!picked || (isControl && !isExclusive)) return
      if (isExclusive) {
        event.preventDefault()
        event.stopPropagation()
      }
      latest.current.onPick(picked)
    }
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      latest.current.onCancel?.()
    }
    parent.addEventListener('click', press, { capture: isExclusive })
    if (isExclusive) document.addEventListener('keydown', leave, { capture: true })
    return () => {
      parent.removeEventListener('click', press, { capture: isExclusive })
      document.removeEventListener('keydown', leave, { capture: true })
    }
  }, [root, active, isExclusive])
}

function partOf({ target, clientX, clientY }: MouseEvent): PickedPart | undefined {
  if (!(target instanceof Element)) return undefined
  const part = target.closest<HTMLElement>('[data-part]')
  const messageId = part?.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']
  if (!part || messageId === undefined) return undefined
  const call = /\/(\d+)$/.exec(target.closest<HTMLElement>('[data-call-key]')?.dataset['callKey'] ?? '')
  const picked: PickedPart = { messageId, partKey: part.dataset['part']! }
  if (call) picked.callIndex = Number(call[1])
  else picked.ratio = ratioAt(part, clientX, clientY)
  return picked
}
