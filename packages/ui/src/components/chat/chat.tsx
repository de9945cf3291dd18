import { contentToText } from '@antiphon/core'
import { useChat, useChatInstance, useWrittenElsewhere } from '@antiphon/react'
import { useRef, type ComponentProps } from 'react'
import { cx } from '../../lib/react.js'
import { useWords, StringsProvider } from '../../strings/strings.js'
import { Announcer } from '../announcer/announcer.js'
import { Composer, type ComposerProps } from '../composer/composer.js'
import { ToolGrants } from '../tool-grants/tool-grants.js'
import { Transcript, type TranscriptProps } from '../transcript/transcript.js'
import { editingOf } from '../user-message/editable-user-message.js'

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
        onClick={() => find('[data-slot="composer"] textarea')?.focus()}
      >
        {strings.skip.toComposer}
      </button>
      <button type="button" data-slot="skip-link" onClick={toLatest}>
        {strings.skip.toLatest}
      </button>
    </div>
  )
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
  className,
  ...rest
}: ChatProps) {
  const chat = useChatInstance()
  const isElsewhere = useWrittenElsewhere()
  const { status, queue, model, grants, stop, unqueue, sendQueued, revokeApproval } = useChat()
  return (
    <StringsProvider strings={strings} locale={locale}>
      <Announcer>
        <div
          data-antiphon-root=""
          data-slot="chat"
          data-theme={theme}
          data-density={density}
          className={cx('ap:flex ap:h-full ap:min-h-0 ap:flex-col', className)}
          {...rest}
        >
          {skipLinks && <SkipLinks />}
          <Transcript className="ap:flex-1" {...transcript} />
          <ToolGrants grants={grants} onRevoke={(name) => void revokeApproval(name)} />
          <Composer
            model={model}
            status={status === 'submitted' ? 'sending' : status === 'streaming' ? 'streaming' : 'idle'}
            queue={queue.map(({ id, content }) => ({ id, text: contentToText(content), content }))}
            onQueueRemove={unqueue}
            onQueueSend={sendQueued}
            onStop={stop}
            onEditLast={isElsewhere ? undefined : () => editingOf(chat).beginLast()}
            {...composer}
          />
        </div>
      </Announcer>
    </StringsProvider>
  )
}
