'use client'

import { Button } from '@antiphon/ui'
import { fillBox } from '@antiphon/ui/functions'
import { standsAlone, useEntryWords } from '@antiphon/ui/parts'
import { useEffect, useRef, useState } from 'react'
import { englishConversation } from '../strings/english-conversation.js'

/** Gaps to the selection and to the edge of the window, px. */
const [GAP, EDGE] = [6, 8]

/** The selection that lies within one answer of the chat; undefined for none, and for one that goes beyond. */
function selectedIn(chat: Element | null | undefined): Range | undefined {
  const selection = document.getSelection()
  if (!chat || !selection || selection.isCollapsed || selection.toString().trim() === '') return undefined
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: node } = range
  const element = node instanceof Element ? node : node.parentElement
  return element && chat.contains(element) && element.closest('[data-slot="turn"][data-role="assistant"]')
    ? range
    : undefined
}

const quoted = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')

/**
 * A button at a selection within an answer, which quotes it into the message box, after what is there. Put it into `toolsSlot` of
 * the composer of a `Chat`. Tab goes from the selection to the button, Escape puts it away.
 */
export const QuoteSelection = /* @__PURE__ */ standsAlone(function QuoteSelection() {
  const words = useEntryWords('conversation', englishConversation).quote
  const place = useRef<HTMLSpanElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState<Range>()

  useEffect(() => {
    const chat = place.current?.closest('[data-slot="chat"]')
    const stop = new AbortController()
    const { signal } = stop
    let isPressed = false
    const look = (): void => {
      if (!isPressed) setRange(selectedIn(chat))
    }
    const on = (type: string, listener: (event: Event) => void): void =>
      document.addEventListener(type, listener, { signal, capture: true })
    on('selectionchange', look)
    // While it grows under a finger the button would be in the way.
    on('pointerdown', () => (isPressed = true))
    for (const type of ['pointerup', 'pointercancel'])
      on(type, () => {
        isPressed = false
        // A press beside it clears the selection only now.
        setTimeout(look)
      })
    return () => stop.abort()
  }, [])

  useEffect(() => {
    const element = popover.current
    if (!element || !range) return
    const stop = new AbortController()
    const { signal } = stop
    element.showPopover?.()
    const put = (): void => {
      // jsdom has ranges without a place.
      if (!('getBoundingClientRect' in range)) return
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const { width, height } = element.getBoundingClientRect()
      const below = bottom + GAP + height <= innerHeight - EDGE ? bottom + GAP : top - GAP - height
      const x = Math.max(EDGE, Math.min((left + right - width) / 2, innerWidth - width - EDGE))
      // Scrolled away: it is not over something else.
      const isSeen = bottom > 0 && top < innerHeight
      element.style.inset = `${Math.max(EDGE, below)}px auto auto ${x}px`
      element.style.visibility = isSeen ? 'visible' : 'hidden'
    }
    put()
    document.addEventListener('scroll', put, { signal, capture: true })
    addEventListener('resize', put, { signal })
    const press = (event: KeyboardEvent): void => {
      const isTyping = document.activeElement?.matches('input, textarea, [contenteditable]')
      if (event.key === 'Escape') {
        event.preventDefault()
        setRange(undefined)
      } else if (
        event.key === 'Tab' &&
        !event.shiftKey &&
        !isTyping &&
        !element.contains(document.activeElement)
      ) {
        event.preventDefault()
        element.querySelector('button')?.focus()
      }
    }
    // Before a panel around the chat, which closes on an Escape that nobody has used.
    document.addEventListener('keydown', press, { signal, capture: true })
    return () => stop.abort()
  }, [range])

  const ask = (): void => {
    const field = place.current?.closest('[data-slot="composer"]')?.querySelector('textarea')
    const text = quoted(document.getSelection()?.toString() ?? '')
    document.getSelection()?.removeAllRanges()
    setRange(undefined)
    if (field)
      fillBox(field, [field.value.trimEnd(), text, ''].filter((one, at) => at > 0 || one !== '').join('\n\n'))
  }
  return (
    <span ref={place} data-print="hide" data-slot="quote-selection" className="ap:contents">
      {range && (
        <div
          ref={popover}
          popover="manual"
          className="ap:fixed ap:m-0 ap:rounded-block ap:border ap:border-transparent ap:bg-raised ap:p-1 ap:text-text ap:shadow-float"
        >
          {/* A press would clear the selection before it is read. */}
          <Button variant="small" onMouseDown={(event) => event.preventDefault()} onClick={ask}>
            {words}
          </Button>
        </div>
      )}
    </span>
  )
})
