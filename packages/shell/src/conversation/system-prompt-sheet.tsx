'use client'

import { standsAlone, useEntryWords, Modal } from '@antiphon/ui/parts'
import { isComposing } from '@antiphon/ui/functions'
import { setSystemPrompt } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { Button, IconButton, SystemNotice, type SystemNoticeProps } from '@antiphon/ui'
import { englishConversation } from '../strings/english-conversation.js'

/** The system prompt, and what happens with a changed one. */
export interface SystemPromptSheetProps {
  /** The prompt that the conversation has. */
  value: string
  /** Gets the new one; empty: the conversation is to have none. `setSystemPrompt` of the core keeps it. */
  onSave: (value: string) => void
  onClose: () => void
}

/** The system prompt of one conversation, to be read and changed. Control or Command and Enter saves, Escape leaves it as it was. */
export function SystemPromptSheet({ value, onSave, onClose }: SystemPromptSheetProps) {
  const words = useEntryWords('conversation', englishConversation).system
  const [text, setText] = useState(value)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const save = (event?: FormEvent): void => {
    event?.preventDefault()
    if (text !== value) onSave(text.trim() === '' ? '' : text)
    dialog.current?.close()
  }
  return (
    <Modal ref={dialog} aria-labelledby={`${id}-title`} data-slot="system-prompt-sheet" onClose={onClose}>
      <form className="ap:flex ap:flex-col ap:gap-3 ap:p-5" onSubmit={save}>
        <h2 id={`${id}-title`} className="ap:text-prose ap:font-heading">
          {words.title}
        </h2>
        <textarea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is for this field
          autoFocus
          dir="auto"
          rows={8}
          aria-label={words.label}
          aria-describedby={`${id}-hint`}
          className="ap:w-full ap:resize-y ap:rounded-button ap:border ap:border-field ap:bg-bg ap:px-3 ap:py-2 ap:text-row ap:text-text"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || isComposing(event)) return
            event.preventDefault()
            save()
          }}
        />
        <p id={`${id}-hint`} className="ap:text-data ap:text-text-2">
          {words.hint}
        </p>
        <div className="ap:flex ap:justify-end ap:gap-2">
          <Button onClick={() => dialog.current?.close()}>{words.cancel}</Button>
          <Button variant="primary" type="submit">
            {words.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/**
 * `SystemNotice` with a button to change the system prompt: for `slots` of a transcript. Other notices, and one without a chat above,
 * are as they were.
 */
export const SystemPromptNotice = /* @__PURE__ */ standsAlone(function SystemPromptNotice(
  props: SystemNoticeProps,
) {
  const words = useEntryWords('conversation', englishConversation).system
  const chat = useOptionalChat()
  const [isOpen, setOpen] = useState(false)
  const { role, content } = props.message
  const isPrompt = role === 'system' || role === 'developer'
  if (!chat || !isPrompt || props.message.id !== chat.store.getIds()[0]) return <SystemNotice {...props} />
  return (
    <div className="ap:relative">
      <SystemNotice {...props} />
      {/* Over the row, before its chevron, which is in line with those of other rows. */}
      <span className="ap:absolute ap:end-6 ap:top-0 ap:flex ap:pointer-coarse:end-11">
        <IconButton icon="edit" label={words.edit} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      </span>
      {isOpen && (
        <SystemPromptSheet
          value={content}
          onSave={(text) => setSystemPrompt(chat.store, text)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
})
