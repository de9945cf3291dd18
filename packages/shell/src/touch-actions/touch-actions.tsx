'use client'

import { useEffect } from 'react'

/** How long a finger rests on a message until its buttons are there, ms. Shorter than the browser waits before it selects a word. */
const HOLD_MS = 420
/** How far a finger may move until then, px. A longer way is a scroll. */
const SLACK = 10

/**
 * On a touch screen the buttons of a message show below the last answer only; a finger that rests on another message brings its
 * buttons, until the next press elsewhere. The focus and a screen reader find them without that. Figures go into the menu of
 * `MessageMenu`. Without this component every message shows its buttons. Mount it once, anywhere in the page.
 */
export function TouchActions() {
  useEffect(() => {
    const { documentElement: root } = document
    root.dataset['touchActions'] = ''
    const leave = watchHolds()
    return () => {
      leave()
      delete root.dataset['touchActions']
    }
  }, [])
  return null
}

function watchHolds(): () => void {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: { x: number; y: number } | undefined
  let held: HTMLElement | undefined

  const drop = (): void => clearTimeout(timer)
  const hold = (turn: HTMLElement): void => {
    held?.removeAttribute('data-held')
    held = turn
    turn.dataset['held'] = ''
    turn.querySelector('[data-slot="message-actions"]')?.scrollIntoView({ block: 'nearest' })
  }
  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, listener, { capture: true, passive: true, signal: over.signal })

  on('pointerdown', ({ target, pointerType, clientX, clientY }) => {
    drop()
    const turn = target instanceof Element ? target.closest<HTMLElement>('[data-turn-id]') : null
    // A menu of the message lies in it, though it is drawn over all.
    if (turn !== held) held?.removeAttribute('data-held')
    if (!turn || pointerType !== 'touch') return
    from = { x: clientX, y: clientY }
    timer = setTimeout(() => hold(turn), HOLD_MS)
  })
  on('pointermove', ({ clientX, clientY }) => {
    if (from && Math.hypot(clientX - from.x, clientY - from.y) > SLACK) drop()
  })
  on('pointerup', drop)
  on('pointercancel', drop)
  return () => {
    drop()
    over.abort()
    held?.removeAttribute('data-held')
  }
}

/** Shows all figures of the answer that an element belongs to. */
export function showFigures(within: Element | null): void {
  within
    ?.closest('[data-slot="turn-footer"]')
    ?.querySelector<HTMLElement>('[data-slot="usage-figures"]')
    ?.showPopover?.()
}

/** Whether the figures are in the menu of the message. */
export const figuresAreInMenu = (): boolean =>
  document.documentElement.dataset['touchActions'] !== undefined && matchMedia('(pointer: coarse)').matches
