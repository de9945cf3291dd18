'use client'

import type { TurnOutline } from '@antiphon/core'
import { useLiveStep, type FollowScroll } from '@antiphon/react'
import { useEffect, type RefObject, useState, type ComponentProps, type ReactNode } from 'react'
import { cx, takesRef } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { LatePart } from '../live-parts/late-part.js'
import { type JumpToLatestProps, JumpToLatest } from '../jump-to-latest/jump-to-latest.js'
import { Part, Root, type RenderPart } from '../part/part.js'
import type { TranscriptParts } from './slot-components.js'

/** Further than any thread is long, px. */
const THE_END = 1e9
const intents = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const

/** Gap over a question at the top edge, px. */
const EDGE = 12

/**
 * Keeps the end of a newly opened thread in view, or the first question to a person there, while heights settle, parts load and
 * an answer goes on. It ends with any action, a scroll up, or a new answer. After that growth moves nothing.
 */
export function useEndOnOpen(viewportRef: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const viewport = viewportRef.current
    const content = viewport?.querySelector('[data-slot="turns"]')
    if (!isOn || !viewport || !content?.firstChild || typeof ResizeObserver === 'undefined') return
    const over = new AbortController()
    const { signal } = over
    const stop = (): void => over.abort()
    const streams = (): boolean => viewport.closest('[data-streaming]') !== null
    const wasStreaming = streams()
    let last: { top: number; height: number } | undefined
    const resized = new ResizeObserver(() => {
      if ((streams() && !wasStreaming) || !viewport.closest('[data-follow="free"]')) return stop()
      viewport.scrollTop = THE_END
      const card = content.querySelector('[data-slot="tool-approval"]')
      const above = card && viewport.getBoundingClientRect().top + EDGE - card.getBoundingClientRect().top
      if (above && above > 0) viewport.scrollTop -= above
      last = { top: viewport.scrollTop, height: viewport.scrollHeight }
    })
    resized.observe(content)
    // A bar over the message box takes room from it.
    resized.observe(viewport)
    signal.addEventListener('abort', () => resized.disconnect())
    for (const name of intents) addEventListener(name, stop, { capture: true, passive: true, signal })
    const onScroll = (): void => {
      // When the height changed, the browser scrolled and not the reader.
      if (last && viewport.scrollTop < last.top - 1 && viewport.scrollHeight === last.height) stop()
    }
    // Before turns are drawn for the new place, which changes the height too.
    viewport.addEventListener('scroll', onScroll, { capture: true, passive: true, signal })
    return stop
  }, [viewportRef, isOn])
}

/**
 * Why the pill shows: somebody is needed, an answer ended out of sight, or there is simply more below. A long answer that is being
 * read is not out of sight.
 */
export function useJumpReason(options: {
  follow: Pick<FollowScroll, 'isAtEnd' | 'viewportRef'>
  streaming: boolean
  /** The last answer was stopped. */
  isStopped?: boolean
  turns: readonly TurnOutline[]
}): JumpToLatestProps['reason'] {
  const { streaming, isStopped, turns } = options
  const { isAtEnd, viewportRef } = options.follow
  const last = turns.at(-1)
  const live = useLiveStep(last?.role === 'assistant' ? last.steps.at(-1)?.assistant : undefined)
  const [before, setBefore] = useState(streaming)
  const [endedAway, setEndedAway] = useState(false)
  if (before !== streaming) {
    setBefore(streaming)
    // An answer that ended out of sight is still unread when the next one begins.
    if (!streaming) setEndedAway(!isAtEnd)
  }
  if (isAtEnd && endedAway) setEndedAway(false)
  useEffect(() => {
    const viewport = viewportRef.current
    if (!endedAway || isStopped || !viewport) return
    const turn = [...viewport.querySelectorAll('[data-turn-id]')].at(-1)
    if (turn) setEndedAway(turn.getBoundingClientRect().top > viewport.getBoundingClientRect().bottom)
  }, [endedAway, isStopped, viewportRef])

  if (isAtEnd) return undefined
  if (live && !live.elsewhere && Object.values(live.calls).some((call) => call.state === 'awaiting'))
    return 'approval'
  return endedAway ? (isStopped ? 'stopped' : 'answer') : 'latest'
}

/** Props of the section and of the elements around the turns. */
interface FrameProps extends Omit<ComponentProps<'section'>, 'role' | 'children'> {
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
  render?: RenderPart
  slots?: TranscriptParts
}

export interface TranscriptFrameProps extends FrameProps {
  streaming?: boolean
  follow: FollowScroll
  /** The reason to jump to the end; undefined hides the pill. */
  jumpReason?: JumpToLatestProps['reason']
  /** Shown in place of the turns when there are none. */
  empty?: ReactNode
  /** The status of an answer on its way. It is at the lower edge, where the growing answer does not move it. */
  foot?: ReactNode
  /** The turns. */
  children: ReactNode
}

/**
 * The scrolling transcript. It is silent: no live region, because one around streamed text would read every token. No silent live region
 * either: Chromium tells a screen reader of each change in one (docs/accessibility.md, X1). The announcer speaks instead.
 */
export const TranscriptFrame = /* @__PURE__ */ takesRef(function TranscriptFrame(
  props: TranscriptFrameProps,
) {
  const { theme, density, streaming, follow, jumpReason, empty, foot, children, className, ...rest } = props
  const { mode, viewportRef, contentRef, endRef, spacerRef, jumpToLatest } = follow
  const { strings } = useWords()
  return (
    <Root
      as="section"
      slot="transcript"
      data-antiphon-root=""
      data-theme={theme}
      data-density={density}
      data-follow={mode}
      data-streaming={streaming ? '' : undefined}
      aria-label={strings.transcript.label}
      aria-busy={streaming || undefined}
      className={cx('ap:relative ap:flex ap:min-h-0 ap:min-w-0 ap:flex-col', className)}
      {...rest}
    >
      <Part
        as="div"
        slot="viewport"
        ref={viewportRef}
        tabIndex={0}
        role="group"
        aria-label={strings.transcript.messages}
      >
        <Part as="div" slot="column">
          {empty}
          <Part as="div" slot="turns" ref={contentRef}>
            {children}
          </Part>
          <div ref={endRef} data-slot="end" />
          <Part as="div" slot="spacer" ref={spacerRef} />
        </Part>
      </Part>
      <LatePart of="KeepFocus" viewport={viewportRef} />
      {foot && (
        <div data-slot="live-foot" data-print="hide">
          {foot}
        </div>
      )}
      {jumpReason && (
        <Part as="div" slot="jump-place">
          <JumpToLatest reason={jumpReason} onClick={jumpToLatest} {...rest.slots?.jump} />
        </Part>
      )}
    </Root>
  )
})
