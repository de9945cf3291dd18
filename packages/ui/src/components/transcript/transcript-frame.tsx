import type { FollowScroll } from '@antiphon/react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../lib/cx.js'
import { useWords } from '../../strings/strings.js'
import { JumpToLatest, type JumpToLatestProps } from '../jump-to-latest/jump-to-latest.js'
import { useKeepFocus } from './use-keep-focus.js'

export interface TranscriptFrameProps extends Omit<ComponentProps<'section'>, 'role'> {
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
  streaming?: boolean
  follow: FollowScroll
  /** Why one would jump to the end; undefined hides the pill. */
  jumpReason?: JumpToLatestProps['reason']
  /** Shown in place of the turns when there are none. */
  empty?: ReactNode
  /** The turns. */
  children: ReactNode
}

/**
 * The scrolling document. It is a log that does not speak: what is worth saying goes through the announcer, since a live
 * region around streamed text reads every token.
 */
export function TranscriptFrame(props: TranscriptFrameProps) {
  const { theme, density, streaming, follow, jumpReason, empty, children, className, ...rest } = props
  const { mode, viewportRef, contentRef, endRef, spacerRef, jumpToLatest } = follow
  const { strings } = useWords()
  useKeepFocus(viewportRef)
  return (
    <section
      data-antiphon-root=""
      data-slot="transcript"
      data-theme={theme}
      data-density={density}
      data-follow={mode}
      data-streaming={streaming ? '' : undefined}
      role="log"
      aria-live="off"
      aria-label={strings.transcript.label}
      aria-busy={streaming ? true : undefined}
      className={cx('ap:relative ap:flex ap:min-h-0 ap:min-w-0 ap:flex-col', className)}
      {...rest}
    >
      <div
        ref={viewportRef}
        data-slot="viewport"
        tabIndex={0}
        role="group"
        aria-label={strings.transcript.messages}
      >
        <div data-slot="column">
          {empty}
          <div ref={contentRef} data-slot="turns">
            {children}
          </div>
          <div ref={endRef} data-slot="end" />
          <div ref={spacerRef} data-slot="spacer" />
        </div>
      </div>
      {jumpReason && (
        <div data-slot="jump-place">
          <JumpToLatest reason={jumpReason} onClick={jumpToLatest} />
        </div>
      )}
    </section>
  )
}
