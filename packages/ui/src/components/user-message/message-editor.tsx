'use client'

import type { ContentPart, UserMessage } from '@antiphon/core'
import { useComposer, useAttachments, useOptionalChat } from '@antiphon/react'
import { useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { englishBox } from '../../strings/english-box.js'
import { englishEditor } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { AttachmentList } from '../attachment/attachment-list.js'
import { Button } from '../button/button.js'
import { AttachButtons, pastedFiles, trays, useFileDrop } from '../composer/composer-attachments.js'
import { useAutosize } from '../composer/composer-box.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { splitContent } from './user-message.js'
import { useLayout } from '../../lib/use-layout.js'
import { isComposing } from '../../lib/is-composing.js'

export interface MessageEditorProps extends Omit<
  RootProps<'form', 'input' | 'editor-bar' | 'actions'>,
  'onSubmit' | 'ref'
> {
  message: UserMessage
  /** Makes a new version and asks again. */
  onSend: (content: string | ContentPart[]) => void
  /** Changes the message in its place. Its button is shown only with this handler. */
  onSave?: (content: string | ContentPart[]) => void
  onCancel: () => void
  /** Why it cannot be sent now, in words. Sending then does nothing; writing, saving and cancelling work. */
  cannotSend?: string
}

/** A user's message as a box in its place, with its attachments. Enter saves and sends as in the composer, Escape cancels. */
export function MessageEditor({
  message,
  onSend,
  onSave,
  onCancel,
  cannotSend,
  ...rest
}: MessageEditorProps) {
  const box = useEntryWords('composer', englishBox)
  const words = useEntryWords('editor', englishEditor)
  const { text: before, attachments } = splitContent(message.content)
  const chat = useOptionalChat()
  const options = chat && trays.get(chat)?.getOptions()
  const { tray, items, isReady, types } = useAttachments({ ...options, parts: attachments })
  const composer = useComposer({
    defaultValue: before,
    status: 'ready',
    allowEmpty: items.length > 0,
    // The text stays in the box: it is the host that takes the editor away.
    onSend: (text) => {
      if (tray.getState().isReady && !cannotSend) onSend(tray.content(text))
      return false
    },
  })
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const over = useFileDrop(form, tray.add, 'self')
  useAutosize(field, composer.text)
  useLayout(() => {
    const box = field.current
    box?.focus()
    box?.setSelectionRange(box.value.length, box.value.length)
  }, [])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const files = pastedFiles(event)
    if (!files) return
    event.preventDefault()
    tray.add(files)
  }
  const canSave = composer.canSend && isReady
  return (
    <Root
      as="form"
      slot="editor"
      ref={form}
      data-state={over ? 'drag' : 'ready'}
      aria-label={words.label}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        composer.submit()
      }}
      {...rest}
    >
      <AttachmentList tray={tray} onRemoved={() => field.current?.focus()} />
      <Part
        as="textarea"
        slot="input"
        ref={field}
        rows={1}
        dir="auto"
        aria-label={words.text}
        aria-describedby={`${id}-keys`}
        {...composer.fieldProps}
        onPaste={onPaste}
      />
      <span id={`${id}-keys`} className="ap:sr-only">
        {composer.enterKey === 'line' ? box.describeSwapped : box.describeSend} {words.describe}
      </span>
      {cannotSend && (
        <p role="status" className="ap:text-data ap:text-text-3">
          {cannotSend}
        </p>
      )}
      <Part as="div" slot="editor-bar">
        <AttachButtons types={types} onFiles={(files) => tray.add(files)} />
        <Part slot="actions">
          <Button variant="ghost" onClick={onCancel}>
            {words.cancel}
          </Button>
          {onSave && (
            <Button
              title={words.saveDetail}
              aria-disabled={canSave ? undefined : true}
              onClick={() => onSave(tray.content(composer.text.trim()))}
            >
              {words.save}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            title={cannotSend ?? words.sendDetail}
            aria-disabled={canSave && !cannotSend ? undefined : true}
          >
            {words.send}
          </Button>
        </Part>
      </Part>
    </Root>
  )
}
