'use client'

import { useIsForPeople } from '../context/audience-context.js'
import type { ContentPart } from '@antiphon/core'
import {
  useComposer,
  useOptionalChat,
  type ComposerOptions,
  type SendOutcome,
  type AttachmentItem,
  type AttachmentTray,
} from '@antiphon/react'
import { isApple, isTouch } from '../../lib/device.js'
import { useId, useRef, useState, type ClipboardEvent, type FormEvent, type ReactNode } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { chatKey, cx, useMergedRefs, takesRef } from '../../lib/react.js'
import { useOfPage } from '../../lib/use-layout.js'
import { revealToString } from '../../lib/reveal-text.js'
import { reasonIn } from '../../lib/text.js'
import type { StringOverrides } from '../../strings/english.js'
import { englishBox } from '../../strings/english-box.js'
import { StringsProvider } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce } from '../announcer/announcer.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { splitContent } from '../user-message/user-message.js'
import {
  AttachButtons,
  pastedFiles,
  useFileDrop,
  type TakeFiles,
  attachedCharacters,
  useTray,
} from './composer-attachments.js'
import { ComposerSize, SendButton, useAutosize } from './composer-box.js'
import type { QueueEntry } from './composer-queue.js'
import { usePasteOffer } from './use-paste-offer.js'
import type { ContextRoom } from './context-limit.js'
import { TrayList } from './tray-list.js'

/** The text, the attachments and the queue of a message box, and what sending does. */
export interface ComposerProps
  extends
    Omit<
      RootProps<
        'form',
        | 'composer-shell'
        | 'queue'
        | 'queue-head'
        | 'queue-title'
        | 'queue-note'
        | 'attachments'
        | 'composer-wait'
        | 'composer-error'
        | 'paste-offer'
        | 'context-limit'
        | 'input'
        | 'composer-bar'
        | 'model'
        | 'size'
        | 'hint'
        | 'drop-note'
      >,
      'onSubmit' | 'defaultValue'
    >,
    Omit<ComposerOptions, 'onSend' | 'onReturn' | 'allowEmpty'> {
  /**
   * Called with the trimmed text, and with the whole message: the same, or parts when something is attached. Return false
   * to keep it in the box. Return the promise of the chat's `send`: when it rejects, the text and what is attached are
   * back in the box, with the words of the error. Default: that `send`, which queues while busy.
   */
  onSend?: (text: string, content: string | ContentPart[]) => SendOutcome
  /**
   * The attachments. Pick, paste, drop and camera add files to it; sending the message empties it. Made by `useAttachments`
   * of `@antiphon/react`.
   */
  tray?: AttachmentTray
  /** Files pasted, dropped or picked, for hosts that keep them without a tray. Gives the attach button. */
  onFiles?: TakeFiles
  /** Above the text, such as chips of your own. */
  attachments?: ReactNode
  /**
   * The context of the model in tokens. From 80 % on, by estimate and the usage of the last answer, the box warns, and a
   * message that does not fit is not sent. Default: no warning.
   */
  contextLength?: number
  /** Shortens the thread, such as `continueWithSummary` of `@antiphon/shell/thread`. Offered where the box warns. */
  onSummarise?: (more: { signal: AbortSignal }) => void | Promise<void>
  /** For the placeholder, and as a chip when `modelSlot` is not given. */
  model?: string
  /** A model picker; null for no model at all. Default: a chip with `model`. */
  modelSlot?: ReactNode
  /** Buttons before the model. */
  toolsSlot?: ReactNode
  /** Messages that wait for the end of the answer or, after a stop or a failure, for the person to send them. */
  queue?: readonly QueueEntry[]
  /** Takes a message out of the queue: it is removed, or was taken back into the box. */
  onQueueRemove?: (id: string) => void
  /** Sends what waits. Gives the button for it, while no answer is on its way. */
  onQueueSend?: () => void | Promise<unknown>
  placeholder?: string
  /** Takes the focus when the box appears, also with another chat. */
  autoFocus?: boolean
  /** True while a question waits above. The box is quieter then, so that the question draws the eye. */
  awaiting?: boolean
  theme?: 'light' | 'dark' | 'system'
  strings?: StringOverrides
}

/** The message box. Enter sends, Shift and Enter starts a line, Escape stops. While an answer streams one can type ahead. */
export const Composer = /* @__PURE__ */ takesRef(function Composer({ strings, ...rest }: ComposerProps) {
  const chat = useOptionalChat()
  return (
    <StringsProvider strings={strings}>
      <ComposerForm key={chatKey(chat)} {...rest} />
    </StringsProvider>
  )
})

const ComposerForm = /* @__PURE__ */ takesRef(function ComposerForm(props: Omit<ComposerProps, 'strings'>) {
  const { value, defaultValue, onValueChange, onSend, onStop, status, isDisabled, ...others } = props
  const {
    model: givenModel,
    modelSlot,
    toolsSlot,
    attachments,
    onFiles,
    tray,
    enterKey,
    onEditLast,
    queue = [],
    onQueueRemove,
    onQueueSend,
    contextLength,
    onSummarise,
    ...more
  } = others
  const { placeholder, awaiting, theme, autoFocus, className, ref, ...rest } = more
  const isForPeople = useIsForPeople()
  const model = isForPeople || modelSlot === null ? undefined : givenModel
  const chat = useOptionalChat()
  const announce = useAnnounce()
  const words = useEntryWords('composer', englishBox)
  const attached = useTray(tray)
  const [nudged, setNudged] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const waiting = attached.isReady
    ? undefined
    : attached.items.some(({ state }) => state === 'error')
      ? words.failedFiles
      : words.waitForFiles

  /** How full the model's context would be with this message. */
  const roomFor = (typed: string, items: readonly AttachmentItem[]): ContextRoom | undefined =>
    contextLength === undefined
      ? undefined
      : lazyLive
          .peek()
          ?.readContextRoom(
            chat?.store.getMessages() ?? [],
            typed.length + attachedCharacters({ items }),
            contextLength,
          )
  /** The attachments of messages that are being sent, by their text, until they are accepted. */
  const leaving = useRef(new Map<string, readonly AttachmentItem[]>())
  const send = (text: string): SendOutcome => {
    // The present value, because two presses may come before a render.
    const { items, isReady } = tray?.getState() ?? attached
    if (text === '' && items.length === 0) return false
    if (!isReady) {
      announce(waiting ?? words.waitForFiles)
      setNudged(true)
      return false
    }
    if (roomFor(text, items)?.state === 'over') return false
    const content = tray ? tray.content(text) : text
    const outcome = onSend ? onSend(text, content) : (chat?.send(content) ?? false)
    if (outcome === false) return false
    if (outcome instanceof Promise && items.length > 0) {
      leaving.current.set(text, items)
      outcome.then(
        (sent) => sent !== false && leaving.current.delete(text),
        () => {},
      )
    }
    tray?.clear()
    setNudged(false)
    setFailure(undefined)
    return outcome ?? true
  }
  const putBack = (text: string): void => {
    tray?.restore(leaving.current.get(text) ?? [])
    leaving.current.delete(text)
  }
  const composer = useComposer({
    value,
    defaultValue,
    onValueChange,
    onSend: onSend || chat ? send : undefined,
    onReturn: putBack,
    onStop,
    status,
    isDisabled,
    enterKey,
    onEditLast,
    allowEmpty: attached.items.length > 0,
  })
  const { text, setText, busy, canStop } = composer
  const form = useRef<HTMLFormElement>(null)
  const root = useMergedRefs(form, ref)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const take: TakeFiles | undefined = tray ? tray.add : onFiles
  const over = useFileDrop(form, take)
  const offer = usePasteOffer(text, take !== undefined)
  const live = useLazyModule(
    lazyLive,
    queue.length > 0 || contextLength !== undefined || offer.pasted !== undefined,
  )
  useAutosize(field, text)
  const enterIsLine = composer.enterKey === 'line'
  const hasCommand = useOfPage(isApple, false)
  const room = live && roomFor(text, attached.items)
  const focus = (): void => field.current?.focus()

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    composer.submit()
    // A touch keyboard over half of the page would hide the answer.
    if (isTouch()) field.current?.blur()
    else focus()
  }
  const sendQueue = (): void => {
    setFailure(undefined)
    Promise.resolve(onQueueSend?.()).catch(setFailure)
  }
  const takeBack = (entry: QueueEntry): void => {
    const { text: before, attachments: parts } = splitContent(entry.content ?? entry.text)
    setText([before, text].filter(Boolean).join('\n\n'))
    tray?.attach(parts)
    onQueueRemove?.(entry.id)
    focus()
  }
  const problem = composer.error ?? failure
  const onPaste = (event: ClipboardEvent): void => {
    const files = take && pastedFiles(event)
    if (!files) return offer.onPaste(event)
    event.preventDefault()
    take(files, [])
  }
  /** Makes a file of a part of the text in the box. */
  const attachText = (part: string): void => {
    const at = text.indexOf(part)
    setText(text.slice(0, at) + text.slice(at + part.length))
    take?.([live!.fileOfText(part, offer.count)], [])
    offer.end(true)
    focus()
  }

  return (
    <Root
      as="form"
      slot="composer"
      ref={root}
      data-antiphon-root=""
      data-theme={theme}
      data-state={over ? 'drag' : composer.status}
      data-disabled={isDisabled || undefined}
      data-awaiting={awaiting || undefined}
      aria-label={words.label}
      className={cx('ap:min-w-0', className)}
      onSubmit={submit}
      {...rest}
    >
      <Part
        as="div"
        slot="composer-shell"
        // Removed for people who came by Tab, who get the full ring. React does not know the attribute and leaves it alone.
        onKeyUp={({ key, currentTarget }) => key === 'Tab' && currentTarget.setAttribute('data-tabbed', '')}
        onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-tabbed')}
      >
        {live && (
          <live.ComposerQueue
            queue={queue}
            busy={busy}
            onRemove={onQueueRemove}
            onEdit={onQueueRemove && takeBack}
            mayEdit={(entry) =>
              tray !== undefined || splitContent(entry.content ?? '').attachments.length === 0
            }
            onSend={onQueueSend && !isDisabled ? sendQueue : undefined}
            onLeave={focus}
          />
        )}
        {attachments && (
          <Part as="div" slot="attachments">
            {attachments}
          </Part>
        )}
        {tray && <TrayList tray={tray} onRemoved={focus} />}
        {nudged && waiting && (
          <Part as="p" slot="composer-wait">
            {waiting}
          </Part>
        )}
        {problem !== undefined && (
          <Part as="p" slot="composer-error" role="alert">
            {words.notSent(revealToString(reasonIn(problem)))}
          </Part>
        )}
        {live && room && room.state !== 'ok' && (
          <live.ContextLimit
            tokens={room.tokens}
            limit={contextLength!}
            onSummarise={chat?.store.getIds().length ? onSummarise : undefined}
            // A short text is not what is too long.
            onAttach={take && text.length > contextLength! ? () => attachText(text) : undefined}
          />
        )}
        {live && offer.pasted !== undefined && room?.state !== 'over' && (
          <live.PasteOfferBar
            characters={offer.pasted.length}
            onAccept={() => attachText(offer.pasted!)}
            onDismiss={() => {
              offer.end()
              focus()
            }}
          />
        )}
        <Part
          as="textarea"
          slot="input"
          ref={field}
          rows={1}
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the host decides
          autoFocus={autoFocus}
          aria-label={words.label}
          aria-describedby={`${id}-keys ${id}-size`}
          aria-disabled={isDisabled || undefined}
          readOnly={isDisabled}
          placeholder={
            placeholder ?? (awaiting ? words.answerAbove : busy ? words.typeAhead : words.placeholder(model))
          }
          enterKeyHint={enterIsLine ? 'enter' : 'send'}
          {...composer.fieldProps}
          onPaste={onPaste}
        />
        <Part as="div" slot="composer-bar" className="ap:flex ap:items-center ap:gap-1">
          {take && <AttachButtons types={attached.types} onFiles={(files) => take(files, [])} />}
          {toolsSlot}
          {modelSlot === undefined ? model && <Part slot="model">{model}</Part> : modelSlot}
          <ComposerSize id={`${id}-size`} characters={text.length} attached={attachedCharacters(attached)} />
          <Part slot="hint" aria-hidden="true" data-print="hide">
            {canStop
              ? words.hintStop
              : !enterIsLine
                ? words.hintSend
                : hasCommand
                  ? words.hintSwappedApple
                  : words.hintSwapped}
          </Part>
          <span id={`${id}-keys`} className="ap:sr-only">
            {[
              enterIsLine ? words.describeSwapped : words.describeSend,
              words.describeQueue,
              onEditLast && words.describeEdit,
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
          <SendButton
            canStop={canStop}
            empty={!composer.canSend || !!waiting || room?.state === 'over'}
            onStop={() => {
              composer.stop()
              if (!isTouch()) focus()
            }}
          />
        </Part>
        {over && (
          <Part as="div" slot="drop-note">
            {words.drop}
          </Part>
        )}
      </Part>
    </Root>
  )
})
