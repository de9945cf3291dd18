import { contentToText } from '@antiphon/core'
import { useChatInstance } from '@antiphon/react'
import { useCallback, useEffect, useState, type KeyboardEvent } from 'react'
import { focusMessageBox } from '../focus-message-box.js'

export interface Draft {
  text: string
  setText(text: string): void
  /** Id of the user message that is being edited. */
  editing: string | undefined
  /** Puts the question of a turn into the box; for the turn of an answer, the question before it. */
  edit(target: { turnKey: string }): void
  editLast(): void
  /** Leaves editing; the draft from before comes back, and the focus goes back to where it was. */
  cancel(): void
  /** Leaves editing after the text was sent; the draft from before comes back. */
  finish(): void
  /** Escape cancels an edit before it would stop an answer. */
  onKeyDown(event: KeyboardEvent): void
}

interface State {
  text: string
  editing?: {
    id: string
    /** What was in the box before. */
    kept: string
    /** Where the focus was. */
    from: Element | null
  }
}

/**
 * The text in the message box: a new message, or an earlier one that is being edited.
 *
 * @param begin the text it begins with.
 */
export function useDraft(begin: () => string = () => ''): Draft {
  const { store } = useChatInstance()
  const [{ text, editing }, setState] = useState<State>(() => ({ text: begin() }))
  const setText = useCallback((next: string) => setState((state) => ({ ...state, text: next })), [])

  // Does not depend on the text: the transcript gets this handler, and must not render with every key.
  const edit = useCallback(
    ({ turnKey }: { turnKey: string }) => {
      const messages = store.getMessages()
      const end = messages.findIndex((message) => message.id === turnKey)
      const message = messages.slice(0, end + 1).findLast(({ role }) => role === 'user')
      if (message?.role !== 'user') return
      const from = document.activeElement
      setState((before) => ({
        text: contentToText(message.content),
        editing: { id: message.id, kept: before.editing?.kept ?? before.text, from },
      }))
    },
    [store],
  )

  const leave = (): void => setState({ text: editing?.kept ?? '' })
  const cancel = (): void => {
    leave()
    if (editing?.from instanceof HTMLElement && editing.from.isConnected) editing.from.focus()
  }

  const id = editing?.id
  useEffect(() => {
    if (id !== undefined) focusMessageBox()
  }, [id])

  return {
    text,
    setText,
    editing: id,
    edit,
    editLast() {
      const last = store.getMessages().findLast(({ role }) => role === 'user')
      if (last) edit({ turnKey: last.id })
    },
    cancel,
    finish: leave,
    onKeyDown(event) {
      if (event.key !== 'Escape' || !editing || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    },
  }
}
