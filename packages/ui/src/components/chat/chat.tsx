import { contentToText } from '@antiphon/core'
import { useChat, useChatInstance, useWrittenElsewhere } from '@antiphon/react'
import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.js'
import { StringsProvider } from '../../strings/strings.js'
import { Announcer } from '../announcer/announcer.js'
import { Composer, type ComposerProps } from '../composer/composer.js'
import { ToolGrants } from '../tool-grants/tool-grants.js'
import { editingOf } from '../user-message/editing.js'
import { SkipLinks } from './skip-links.js'
import { Transcript, type TranscriptProps } from '../transcript/transcript.js'

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
