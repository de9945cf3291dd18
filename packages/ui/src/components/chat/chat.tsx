'use client'

import { contentToText, type ChatOptions } from '@antiphon/core'
import { ChatProvider, useChat, useOptionalChat } from '@antiphon/react'
import { isChatOption } from '@antiphon/core/binding'
import { useEffect, useRef, type ComponentProps, type ComponentType } from 'react'
import { takesRef, useMergedRefs } from '../../lib/react.js'
import { useWords, StringsProvider } from '../../strings/strings.js'
import { Rooted } from '../../lib/own-root.js'
import { Announcer } from '../announcer/announcer.js'
import { Composer, type ComposerProps } from '../composer/composer.js'
import { ToolGrants } from '../tool-grants/tool-grants.js'
import { ChatTranscript } from '../transcript/chat-transcript.js'
import { useWrittenElsewhere } from '../transcript/use-written-elsewhere.js'
import type { TranscriptProps } from '../transcript/transcript-props.js'
import { editingOf } from '../user-message/editable-user-message.js'
import { checkSize } from './check-size.js'
import { AudienceProvider } from '../context/audience-provider.js'

/** Skip links, visible on focus: to the message box or to the latest message. */
function SkipLinks() {
  const { strings } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const find = (selector: string): HTMLElement | undefined => {
    const found = place.current?.parentElement?.querySelectorAll<HTMLElement>(selector)
    return found && [...found].at(-1)
  }
  const toLatest = (): void => {
    const turn = find('[data-slot="turn"]')
    if (!turn) return
    // Not in the tab order, but a link may focus it.
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

/** Components that replace those of the chat. For those of the transcript use `transcript.slots`. */
interface ChatSlots {
  /**
   * The message box. It gets the props of `Composer` and may render it; `useComposer` has the logic of a box. Queue, grants
   * and skip links stay.
   */
  Composer?: ComponentType<ComposerProps>
}

declare const process: { env: { NODE_ENV?: string } }

/** The options of `useChat`, and props of the transcript and the message box. */
export interface ChatProps
  extends
    Omit<ComponentProps<'div'>, 'children' | keyof ChatOptions>,
    ChatOptions,
    Pick<TranscriptProps, 'theme' | 'density' | 'strings' | 'locale' | 'audience'> {
  /** Everything a `Transcript` takes, but the messages: they come from the chat above. */
  transcript?: Omit<TranscriptProps, 'messages' | 'theme' | 'density' | 'strings' | 'locale' | 'audience'>
  /** The first stops of the chat: past all messages to the box, and to the latest of them. Default true. */
  skipLinks?: boolean
  composer?: Omit<ComposerProps, 'status' | 'queue' | 'theme' | 'strings'>
  slots?: ChatSlots
}

/**
 * A whole chat in one element: transcript over composer. It shows the chat of the nearest `ChatProvider`. Without one it makes a
 * chat of its own from the options of `useChat` among its props: `<Chat endpoint={endpoint} model="…" tools={tools} />`.
 *
 * @throws Error when there is neither a provider nor an `endpoint` or a `transport`.
 */
export const Chat = /* @__PURE__ */ takesRef(function Chat(props: ChatProps) {
  const provided = useOptionalChat()
  const options: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(props)) (isChatOption(name) ? options : rest)[name] = value
  if (!provided) return <OwnChat options={options} rest={rest} />
  try {
    if (process.env.NODE_ENV !== 'production') warnOfOptions(Object.keys(options))
  } catch {
    // A page without a bundler has no `process` and counts as production.
  }
  return <ChatView {...rest} />
})

const warned = new Set<string>()

function warnOfOptions(names: readonly string[]): void {
  const words = names.join(', ')
  if (!words || warned.has(words)) return
  warned.add(words)
  console.warn(
    `<Chat> shows the chat of the <ChatProvider> above it, so these props do nothing: ${words}. Give them to the useChat() that makes that chat, or take the provider away.`,
  )
}

function OwnChat({ options, rest }: { options: ChatOptions; rest: Omit<ChatProps, keyof ChatOptions> }) {
  if (!options.endpoint && !options.transport)
    throw new Error(
      '<Chat> has no chat: put a <ChatProvider chat={chat}> above it, or give it an `endpoint` (or a `transport`).',
    )
  const { chat } = useChat(options)
  return (
    <ChatProvider chat={chat}>
      <ChatView {...rest} />
    </ChatProvider>
  )
}

const ChatView = /* @__PURE__ */ takesRef(function ChatView({
  theme,
  density,
  strings,
  locale,
  audience = 'developers',
  transcript,
  composer,
  skipLinks = true,
  slots,
  ref,
  ...rest
}: Omit<ChatProps, keyof ChatOptions>) {
  const isElsewhere = useWrittenElsewhere()
  const root = useRef<HTMLDivElement>(null)
  const Own = slots?.Composer
  const { chat, status, queue, approvals, stop, unqueue, sendQueued } = useChat()
  const { model, questions = [], grants } = chat.getState()
  const writing: ComposerProps = {
    model,
    status,
    queue: queue.map(({ id, content }) => ({ id, text: contentToText(content), content })),
    onQueueRemove: unqueue,
    onQueueSend: sendQueued,
    onStop: stop,
    awaiting: approvals.length + questions.length > 0,
    onEditLast: isElsewhere ? undefined : () => editingOf(chat).beginLast(),
    ...composer,
  }
  useEffect(() => checkSize(root.current!), [])
  return (
    <StringsProvider strings={strings} locale={locale}>
      <AudienceProvider audience={audience}>
        <Announcer>
          <Rooted>
            <div
              data-antiphon-root=""
              data-slot="chat"
              data-theme={theme}
              data-density={density}
              ref={useMergedRefs(root, ref)}
              {...rest}
            >
              {skipLinks && <SkipLinks />}
              <ChatTranscript {...transcript} />
              <ToolGrants grants={grants} onRevoke={(name) => void chat.revokeApproval(name)} />
              {/* On a phone the buttons of an approval are here. */}
              <div data-slot="approval-place" data-print="hide" />
              {Own ? (
                <div data-slot="composer" data-print="hide">
                  <Own {...writing} />
                </div>
              ) : (
                <Composer {...writing} />
              )}
            </div>
          </Rooted>
        </Announcer>
      </AudienceProvider>
    </StringsProvider>
  )
})
