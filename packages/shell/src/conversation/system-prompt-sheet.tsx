'use client'

import { standsAlone, useEntryWords } from '@antiphon/ui/parts'
import { isComposing } from '@antiphon/ui/functions'
import { setSystemPrompt } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton, SystemNotice, type SystemNoticeProps } from '@antiphon/ui'
import { SettingsSheet } from '../settings-sheet/settings-sheet.js'
import { englishConversation } from '../strings/english-conversation.js'

/** The system prompt, and what happens with a changed one. */
export interface SystemPromptSheetProps {
  /** The prompt that the conversation has. */
  value: string
  /** Gets the new one; empty: the conversation is to have none. `setSystemPrompt` of the core keeps it. */
  onSave: (value: string) => void
  onClose: () => void
}

/** The system prompt of one conversation, to be read and changed. Control or Command and Enter saves. */
export function SystemPromptSheet({ value, onSave, onClose }: SystemPromptSheetProps) {
  const words = useEntryWords('conversation', englishConversation).system
  const [text, setText] = useState(value)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const id = useId()
  const content = (
    <>
      <textarea
        ref={field}
        dir="auto"
        rows={8}
        aria-label={words.label}
        aria-describedby={id}
        className="ap:w-full ap:resize-y ap:rounded-button ap:border ap:border-field ap:bg-bg ap:px-3 ap:py-2 ap:text-row ap:text-text"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || isComposing(event)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <p id={id} className="ap:text-data ap:text-text-2">
        {words.hint}
      </p>
    </>
  )
  return (
    <SettingsSheet
      title={words.title}
      sections={[{ id: 'system', content }]}
      isChanged={text !== value}
      onSave={() => void (text !== value && onSave(text.trim() === '' ? '' : text))}
      onClose={onClose}
    />
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
