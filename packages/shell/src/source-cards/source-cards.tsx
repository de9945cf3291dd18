'use client'

import { isRecord, listOf, parseUrl, textOf } from '@antiphon/base'
import type { ChatController } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { RevealedText } from '@antiphon/ui'
import { clip, placeBeside } from '@antiphon/ui/functions'
import { standsAlone } from '@antiphon/ui/parts'
import { useEffect, useId, useRef, useState } from 'react'

/** How long a pointer rests on a mark before its card is there, and may be beside it before the card goes, ms. */
const [OPEN_MS, CLOSE_MS] = [150, 200]
const MARK = '[data-slot="source-mark"] a'
/** Characters of an excerpt. */
const LONGEST = 180

interface Shown {
  mark: HTMLAnchorElement
  title: string
  excerpt: string
}

/** The words of a page that came with an answer: in a citation, or in a result of the search. */
function excerptOf(chat: ChatController | undefined, url: string): string {
  for (const message of chat?.store.getMessages().toReversed() ?? []) {
    if (message.role !== 'assistant') continue
    const found = [...(message.annotations ?? []), ...listOf(message.metadata?.['wire.search_results'])]
    for (const one of found) {
      if (!isRecord(one)) continue
      const page = isRecord(one['url_citation']) ? one['url_citation'] : one
      if (parseUrl(textOf(page['url']) ?? '')?.href !== url) continue
      const text = textOf(page['content']) ?? textOf(page['snippet']) ?? textOf(page['cited_text'])
      if (text) return clip(text.trim(), LONGEST)
    }
  }
  return ''
}

/**
 * A card at the mark of a source, under a pointer and for the focus of the keyboard: its title, its host, and words of the page where
 * the answer came with some. Escape puts it away. Mount it once below the `ChatProvider`. A finger opens the page.
 */
export const SourceCards = /* @__PURE__ */ standsAlone(function SourceCards() {
  const chat = useOptionalChat()
  const card = useRef<HTMLDivElement>(null)
  const id = useId()
  const [shown, setShown] = useState<Shown>()

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let held: { mark: HTMLAnchorElement; title: string } | undefined
    const close = (): void => {
      clearTimeout(timer)
      if (held) held.mark.title = held.title
      held = undefined
      setShown(undefined)
    }
    const open = (mark: HTMLAnchorElement, after: number): void => {
      if (held?.mark === mark) return clearTimeout(timer)
      close()
      const { title, href } = mark
      held = { mark, title }
      // Neither the browser nor `Tooltips` shows it beside the card.
      mark.removeAttribute('title')
      timer = setTimeout(
        () => mark.isConnected && setShown({ mark, title, excerpt: excerptOf(chat, href) }),
        after,
      )
    }
    const markAt = (target: EventTarget | null): HTMLAnchorElement | null =>
      target instanceof Element ? target.closest<HTMLAnchorElement>(MARK) : null
    const on = <K extends keyof WindowEventMap>(
      type: K,
      listener: (event: WindowEventMap[K]) => void,
    ): void =>
      // Before listeners of the document, which read titles.
      window.addEventListener(type, listener, { capture: true, signal: stop.signal })
    on('pointerover', ({ pointerType, target }) => {
      const mark = pointerType === 'mouse' ? markAt(target) : null
      if (mark) open(mark, OPEN_MS)
      else if (card.current?.contains(target as Node)) clearTimeout(timer)
      // A pointer that is somewhere does not close what the keyboard opened.
      else if (held && !held.mark.matches(':focus-visible')) {
        clearTimeout(timer)
        timer = setTimeout(close, CLOSE_MS)
      }
    })
    on('focusin', ({ target }) => {
      const mark = markAt(target)
      if (mark?.matches(':focus-visible')) open(mark, 0)
    })
    on('focusout', ({ target }) => held && markAt(target) === held.mark && close())
    on('keydown', (event) => {
      if (event.key !== 'Escape') return
      if (card.current) event.preventDefault()
      close()
    })
    for (const type of ['pointerdown', 'scroll'] as const)
      on(type, ({ target }) => !card.current?.contains(target as Node) && close())
    return () => {
      stop.abort()
      close()
    }
  }, [chat])

  useEffect(() => {
    const element = card.current
    if (!shown || !element) return
    const { mark } = shown
    if (element.showPopover) element.showPopover()
    else element.removeAttribute('popover')
    placeBeside(element, mark)
    mark.setAttribute('aria-describedby', id)
    return () => mark.removeAttribute('aria-describedby')
  }, [shown, id])

  if (!shown) return null
  const { mark, title, excerpt } = shown
  return (
    <div
      ref={card}
      id={id}
      role="tooltip"
      popover="manual"
      data-slot="source-card"
      className="ap:fixed ap:inset-auto ap:m-0 ap:w-[280px] ap:max-w-[calc(100vw-16px)] ap:overflow-hidden ap:rounded-block ap:border ap:border-edge ap:bg-raised ap:p-3 ap:text-row ap:text-text ap:wrap-anywhere ap:shadow-float ap:print:hidden"
    >
      <div dir="auto" className="ap:font-title">
        <RevealedText text={title} />
      </div>
      <div className="ap:text-data ap:text-text-3">
        <bdi dir="ltr">{mark.host}</bdi>
      </div>
      {excerpt && (
        <div dir="auto" className="ap:mt-1.5 ap:text-data ap:text-text-2">
          <RevealedText text={excerpt} />
        </div>
      )}
    </div>
  )
})
