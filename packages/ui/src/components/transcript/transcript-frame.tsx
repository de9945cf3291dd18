import type { FollowScroll } from '@antiphon/react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../lib/cx.js'
import { useWords } from '../../strings/strings.js'
import { JumpToLatest, type JumpToLatestProps } from '../jump-to-latest/jump-to-latest.js'
import { Part, Root, type RenderPart } from '../part/part.js'
import type { TranscriptParts } from '../slots/slot-components.js'
import { useKeepFocus } from './use-keep-focus.js'

/** What the host may say of the section and of what is around the turns. */
export interface FrameProps extends Omit<ComponentProps<'section'>, 'role' | 'children'> {
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
  render?: RenderPart
  slots?: TranscriptParts
}

export interface TranscriptFrameProps extends FrameProps {
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
    <Root
      as="section"
      slot="transcript"
      data-antiphon-root=""
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
      {jumpReason && (
        <Part as="div" slot="jump-place">
          <JumpToLatest reason={jumpReason} onClick={jumpToLatest} {...rest.slots?.jump} />
        </Part>
      )}
    </Root>
  )
}
