'use client'

import { createListeners } from '@antiphon/base'
import type { ChatController, StoredMessage, UserMessage as UserMessageData } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { useCallback, useSyncExternalStore, createElement, useContext, useRef, type ReactNode } from 'react'
import { createLazyModule, useLazyModule } from '../../lib/lazy-module.js'
import { useWords } from '../../strings/strings.js'
import { useLang, Slot } from '../slots/slots.js'
import { WrittenElsewhereContext } from '../context/written-elsewhere.js'
import { UserMessageView } from './user-message.js'
import { useLayout } from '../../lib/use-layout.js'

/**
 * The editor of a message, loaded with the first edit. It reads and sends files, which a page with a transcript does not
 * need. Until it is loaded the message stays as it is.
 */
const lazyEditor = createLazyModule(() =>
  import('./editor-parts.js').then(({ MessageEditor }) => MessageEditor),
)

type Editing = ReturnType<typeof createEditing>

const known = new WeakMap<ChatController, Editing>()

export function editingOf(chat: ChatController): Editing {
  const editing = known.get(chat) ?? createEditing(chat)
  known.set(chat, editing)
  return editing
}

/** Which message of a chat is being edited in its place. One at a time; beginning another one ends it. */
function createEditing({ store }: ChatController) {
  const listeners = createListeners()
  let id: string | undefined
  let from: Element | null = null
  let focus: string | undefined

  const set = (next: string | undefined): void => {
    id = next
    listeners.notify()
  }
  const beginAt = (index: number): boolean => {
    const message = store.getMessages()[index]
    if (message?.role !== 'user') return false
    from = document.activeElement
    focus = undefined
    set(message.id)
    return true
  }
  return {
    getId: () => id,
    subscribe: listeners.add,
    /** Edits the user message that a turn is, or that the answer of a turn replies to. */
    begin(turnKey: string): void {
      const messages = store.getMessages()
      const end = messages.findIndex((message) => message.id === turnKey)
      beginAt(messages.findLastIndex(({ role }, index) => role === 'user' && index <= end))
    },
    /** Edits the last user message. False when there is none. */
    beginLast: () => beginAt(store.getMessages().findLastIndex(({ role }) => role === 'user')),
    /** Ends the edit. The focus returns to where it came from, or if that is gone to the message `next`. */
    end(next: string): void {
      const back =
        from instanceof HTMLElement && from.isConnected && from !== document.body ? from : undefined
      focus = back && next === id ? undefined : next
      set(undefined)
      if (!focus) back?.focus()
    },
    /** True once for the message that is to have the focus. */
    takeFocus(candidate: string): boolean {
      const taken = focus === candidate
      if (taken) focus = undefined
      return taken
    },
  }
}

const never = () => () => {}

/** Whether this message is being edited in its place, and where that is kept. Undefined without a chat. */
function useEditing(id: string): { editing: Editing | undefined; isEditing: boolean } {
  const chat = useOptionalChat()
  const editing = chat && editingOf(chat)
  const read = useCallback(() => editing?.getId() === id, [editing, id])
  return { editing, isEditing: useSyncExternalStore(editing?.subscribe ?? never, read, read) }
}

export interface EditableUserMessageProps {
  /** Id of the message in the chat above. */
  id: string
  message: UserMessageData
  actions?: ReactNode
}

/** A user's message that becomes an editor in its place. Without a chat above it is only a message. */
export function EditableUserMessage({ id, message, actions }: EditableUserMessageProps) {
  const chat = useOptionalChat()
  const lang = useLang(message)
  const { strings } = useWords()
  const isElsewhere = useContext(WrittenElsewhereContext)
  const { editing, isEditing } = useEditing(id)
  const place = useRef<HTMLDivElement>(null)
  // The new version of an edit is another turn, which takes the focus itself.
  useLayout(() => {
    if (!isEditing && editing?.takeFocus(id)) {
      const button = place.current?.querySelector<HTMLElement>('[data-action="edit"]')
      button?.focus({ preventScroll: true })
    }
  }, [editing, id, isEditing])

  const giveUp = useCallback(() => editing?.end(id), [editing, id])
  const Editor = useLazyModule(lazyEditor, isEditing, giveUp)
  const editor =
    isEditing && chat && editing && Editor
      ? createElement(Editor, {
          message,
          cannotSend: isElsewhere ? strings.transcript.writtenElsewhere : undefined,
          onCancel: () => editing.end(id),
          onSend: (content) => {
            void chat.edit(id, content)
            // Its own turn is gone by now; the new version is among its siblings.
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
      own={UserMessageView}
      lang={lang}
      ref={place}
      message={message}
      actions={editor ? undefined : actions}
      editor={editor}
    />
  )
}
