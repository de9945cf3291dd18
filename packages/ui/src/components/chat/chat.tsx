'use client'

import { contentToText } from '@antiphon/core'
import { useChat, useChatInstance, useWrittenElsewhere } from '@antiphon/react'
import { useEffect, useRef, type ComponentProps, type ComponentType } from 'react'
import { useMergedRefs } from '../../lib/react.js'
import { useWords, StringsProvider } from '../../strings/strings.js'
import { Announcer } from '../announcer/announcer.js'
import { Composer, type ComposerProps } from '../composer/composer.js'
import { ToolGrants } from '../tool-grants/tool-grants.js'
import { Transcript, type TranscriptProps } from '../transcript/transcript.js'
import { editingOf } from '../user-message/editable-user-message.js'
import { checkSize } from './check-size.js'

/** First stops of a chat, seen when focused: past all that was said to the box, or to the last thing that was said. */
export function SkipLinks() {
  const { strings } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const find = (selector: string): HTMLElement | undefined => {
    const found = place.current?.parentElement?.querySelectorAll<HTMLElement>(selector)
    return found && [...found].at(-1)
  }
  const toLatest = (): void => {
    const turn = find('[data-slot="turn"]')
    if (!turn) return
    // No stop of its own, but one may be sent there.
    turn.tabIndex = -1
    turn.focus()
  }
  return (
    <div ref={place} data-slot="skip-links" data-print="hide">
      <button
        type="button"
        data-slot="skip-link"
        onClick={() => find(`[data-slot="composer"] :is(textarea, input, [contenteditable])`)?.focus()}
      >
        {strings.skip.toComposer}
      </button>
      <button type="button" data-slot="skip-link" onClick={toLatest}>
        {strings.skip.toLatest}
      </button>
    </div>
  )
}

/** Components in the place of the chat's own. Those of the transcript are `transcript.slots`. */
export interface ChatSlots {
  /**
   * Where one writes. It gets what `Composer` gets, and may draw that one; `useComposer` has what a box needs. Queue, grants and
   * skip links stay.
   */
  Composer?: ComponentType<ComposerProps>
}

export interface ChatProps
  extends
    Omit<ComponentProps<'div'>, 'children'>,
    Pick<TranscriptProps, 'theme' | 'density' | 'strings' | 'locale'> {
  /** Everything a `Transcript` takes, but the messages: they come from the chat above. */
  transcript?: Omit<TranscriptProps, 'messages' | 'theme' | 'density' | 'strings' | 'locale'>
  /** The first stops of the chat: past all messages to the box, and to the latest of them. Default true. */
  skipLinks?: boolean
  composer?: Omit<ComposerProps, 'status' | 'queue' | 'theme' | 'strings'>
  slots?: ChatSlots
}

/** A whole chat in one element: transcript over composer, both on the chat of the nearest `ChatProvider`. */
export function Chat({
  theme,
  density,
  strings,
  locale,
  transcript,
  composer,
  skipLinks = true,
  slots,
  ref,
  ...rest
}: ChatProps) {
  const chat = useChatInstance()
  const isElsewhere = useWrittenElsewhere()
  const root = useRef<HTMLDivElement>(null)
  const Own = slots?.Composer
  const { status, queue, model, grants, stop, unqueue, sendQueued, revokeApproval } = useChat()
  const writing: ComposerProps = {
    model,
    status: status === 'submitted' ? 'sending' : status === 'streaming' ? 'streaming' : 'idle',
    queue: queue.map(({ id, content }) => ({ id, text: contentToText(content), content })),
    onQueueRemove: unqueue,
    onQueueSend: sendQueued,
    onStop: stop,
    onEditLast: isElsewhere ? undefined : () => editingOf(chat).beginLast(),
    ...composer,
  }
  useEffect(() => checkSize(root.current!), [])
  return (
    <StringsProvider strings={strings} locale={locale}>
      <Announcer>
        <div
          data-antiphon-root=""
          data-slot="chat"
          data-theme={theme}
          data-density={density}
          ref={useMergedRefs(root, ref)}
          {...rest}
        >
          {skipLinks && <SkipLinks />}
          <Transcript {...transcript} />
          <ToolGrants grants={grants} onRevoke={(name) => void revokeApproval(name)} />
          {Own ? (
            <div data-slot="composer" data-print="hide">
              <Own {...writing} />
            </div>
          ) : (
            <Composer {...writing} />
          )}
        </div>
      </Announcer>
    </StringsProvider>
  )
}
