'use client'

import { useEffect, useRef, useState } from 'react'
import { Keys } from '@antiphon/ui/parts'
import { placeBeside } from '@antiphon/ui/functions'

/** How long a pointer rests before the tip is there, ms. */
const DELAY_MS = 150

interface Tip {
  anchor: HTMLElement
  text: string
  keys: string | undefined
}

/**
 * Shows what a `title` says in a tip of the page's own: after 150 ms, under a pointer and for the focus of the keyboard, over
 * dialogs too. `data-keys` on the same element adds its keys, as `Command.keys` writes them. There is none for a finger, nor
 * where the element shows its title already. Mount it once, anywhere in the page.
 */
export function Tooltips() {
  const [tip, setTip] = useState<Tip>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => watchTitles(setTip), [])
  useEffect(() => {
    const element = box.current
    if (!tip || !element) return
    if (element.showPopover) element.showPopover()
    else element.removeAttribute('popover')
    placeBeside(element, tip.anchor)
  }, [tip])
  return (
    tip && (
      <div
        ref={box}
        role="tooltip"
        popover="manual"
        data-slot="tooltip"
        className="ap:pointer-events-none ap:fixed ap:inset-auto ap:m-0 ap:inline-flex ap:max-w-80 ap:items-center ap:gap-2 ap:overflow-hidden ap:rounded-button ap:border ap:border-transparent ap:bg-raised ap:px-2 ap:py-1 ap:text-data ap:wrap-anywhere ap:text-text ap:shadow-float ap:print:hidden"
      >
        {tip.text}
        {tip.keys && <Keys keys={tip.keys} />}
      </div>
    )
  )
}

/** Tells which tip is to be shown. While an element is looked at its title is taken off, or the browser would show its own. */
function watchTitles(show: (tip: Tip | undefined) => void): () => void {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let held: { element: HTMLElement; title: string } | undefined

  const drop = (): void => {
    clearTimeout(timer)
    show(undefined)
    // An element that got another title in the meantime keeps that one.
    if (held && !held.element.hasAttribute('title')) held.element.title = held.title
    held = undefined
  }
  const hold = (element: HTMLElement): void => {
    const { title } = element
    drop()
    held = { element, title }
    element.removeAttribute('title')
    if (isShown(element, title)) return
    const tip = { anchor: element, text: title, keys: element.dataset['keys'] }
    timer = setTimeout(() => element.isConnected && show(tip), DELAY_MS)
  }
  const look = (target: EventTarget | null): void => {
    // The title of a frame is its name, which nobody looks for under a pointer.
    const titled =
      target instanceof Element ? target.closest<HTMLElement>('[title]:not([title=""], iframe)') : null
    const isInside = held && target instanceof Node && held.element.contains(target)
    // The inner one of two nested titles counts.
    if (titled && !(isInside && titled.contains(held!.element))) hold(titled)
    else if (!isInside) drop()
  }
  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, listener, { capture: true, passive: true, signal: over.signal })

  on('pointerover', ({ pointerType, target }) => pointerType === 'mouse' && look(target))
  on('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.title && target.matches(':focus-visible')) hold(target)
  })
  for (const type of ['focusout', 'pointerdown', 'keydown', 'scroll'] as const) on(type, drop)
  document.documentElement.addEventListener('pointerleave', drop, { signal: over.signal })
  return () => {
    over.abort()
    drop()
  }
}

/** The element says its title in full. */
function isShown(element: HTMLElement, title: string): boolean {
  const isCut = [element, ...element.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  )
  return !isCut && element.innerText.trim() === title.trim()
}
