import type { StoredMessage, UserMessage as UserMessageData } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { createElement, use, useCallback, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useEditing } from './editing.js'
import { laterEditor } from './later-editor.js'
import { useLaterPart } from '../../lib/later-part.js'
import { useWords } from '../../strings/strings.js'
import { WrittenElsewhereContext } from '../transcript/written-elsewhere.js'
import { UserMessage } from './user-message.js'
import { useLang } from '../slots/prose-context.js'
import { Slot } from '../slots/slot.js'

export interface EditableUserMessageProps {
  /** Id of the message in the chat above. */
  id: string
  message: UserMessageData
  actions?: ReactNode
}

/** A user's message that becomes a box in its place while it is edited. Without a chat above it is a message. */
export function EditableUserMessage({ id, message, actions }: EditableUserMessageProps) {
  const chat = useOptionalChat()
  const lang = useLang(message)
  const { strings } = useWords()
  const isElsewhere = use(WrittenElsewhereContext)
  const { editing, isEditing } = useEditing(id)
  const place = useRef<HTMLDivElement>(null)
  // The version that an edit made is another turn: it asks for the focus itself when it comes.
  useLayoutEffect(() => {
    if (!isEditing && editing?.takeFocus(id)) {
      const button = place.current?.querySelector<HTMLElement>('[data-action="edit"]')
      button?.focus({ preventScroll: true })
    }
  }, [editing, id, isEditing])

  const giveUp = useCallback(() => editing?.end(id), [editing, id])
  const Editor = useLaterPart(laterEditor, isEditing, giveUp)
  const editor =
    isEditing && chat && editing && Editor
      ? createElement(Editor, {
          message,
          cannotSend: isElsewhere ? strings.transcript.writtenElsewhere : undefined,
          onCancel: () => editing.end(id),
          onSend: (content) => {
            void chat.edit(id, content)
            // Its own turn is gone by now; the new version stands among its siblings.
            editing.end(chat.store.getVersions(id).ids.at(-1) ?? id)
          },
          onSave: (content) => {
            chat.store.write(id, { ...(message as StoredMessage & UserMessageData), content })
            chat.store.flush()
            editing.end(id)
          },
        })
      : undefined
  return (
    <Slot
      of="UserMessage"
      own={UserMessage}
      lang={lang}
      ref={place}
      message={message}
      actions={editor ? undefined : actions}
      editor={editor}
    />
  )
}
