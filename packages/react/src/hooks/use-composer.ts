'use client'
import type { ChatController, ChatState, ChatStatus } from '@antiphon/core'
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ChangeEvent,
  type KeyboardEvent,
} from 'react'
import { useOptionalChat } from '../chat/chat-context.js'
import { useLayout } from '../lib/use-layout.js'

/** Whether Enter sends or starts a line. The other one needs Control or Command. */
export type EnterKey = 'send' | 'line'

/** False, now or later: the message was not sent. */
export type SendOutcome = boolean | void | Promise<unknown>

/** The text of a message box and what sending means. Absent: the chat of the nearest provider. */
export interface ComposerOptions {
  /** The text, when the host owns it. */
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  /**
   * Called with the trimmed text. Return false to keep it in the box. A promise that rejects, or resolves with false, puts the
   * text back, and `error` says why. Default: the chat's `send`, which queues while busy.
   */
  onSend?: (text: string) => SendOutcome
  /** Called when a message could not be sent and its text is back in the box. Put its attachments back too. */
  onReturn?: (text: string) => void
  /** Default: the chat's `stop`. */
  onStop?: () => void
  /** Default: that of the chat. */
  status?: ChatStatus
  /** Takes no text and sends nothing, for example while no endpoint is set. Default false. */
  isDisabled?: boolean
  /** True when something is sent besides the text, such as attachments. Then an empty box can be sent. Default false. */
  allowEmpty?: boolean
  /** The action of Enter. Default: it sends; on a touch keyboard it starts a line. */
  enterKey?: EnterKey
  /** Called for Arrow Up in an empty box. */
  onEditLast?: () => void
}

/** A message box without looks: its text and the props of its field. */
export interface ComposerControl {
  text: string
  setText(text: string): void
  status: ChatStatus
  /** True while an answer is on its way. A message then waits in the queue, and Stop is in place of Send. */
  busy: boolean
  /** False while nothing is on its way, and while another tab writes the answer: this one can only watch it. */
  canStop: boolean
  canSend: boolean
  /** The error with which `onSend` rejected; undefined again after the next change of the text. */
  error: unknown
  enterKey: EnterKey
  /** Sends the text in the box. */
  submit(): void
  /** Stops the answer: for a button. Ignored within 350 ms of a send: a double click must not stop what it has just started. */
  stop(): void
  /** Props for the text field: value and keys, safe with input methods. */
  fieldProps: {
    value: string
    onChange(event: ChangeEvent<HTMLTextAreaElement>): void
    onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void
  }
}

const GUARD_MS = 350

/**
 * Behaviour of a message box: text, keys, send, stop. Renders nothing. Without options it drives the chat of the nearest
 * provider. With `onSend`, `onStop` and `status` it needs no provider.
 */
export function useComposer(options: ComposerOptions = {}): ComposerControl {
  const chat = useOptionalChat()
  const { status: chatStatus, isElsewhere = false } = useChatState()
  const device = useSyncExternalStore(subscribeNever, deviceEnterKey, serverEnterKey)
  const { onValueChange, onEditLast, onReturn, allowEmpty, isDisabled, enterKey = device } = options
  const { status = chatStatus ?? 'ready', onSend = chat?.send, onStop = chat?.stop } = options
  const [own, setOwn] = useState(options.defaultValue ?? '')
  const [error, setError] = useState<unknown>()
  const text = options.value ?? own
  const busy = status === 'submitted' || status === 'streaming'
  // The chat cannot stop an answer that another page writes; a host that stops by its own means can.
  const canStop = busy && (!isElsewhere || onStop !== chat?.stop)
  // Handlers may run twice before a render: a second Enter in the same tick must find the box empty.
  const latest = useRef({ text, sentAt: -Infinity })
  useLayout(() => void (latest.current.text = text), [text])

  const setText = useCallback(
    (next: string) => {
      latest.current.text = next
      setOwn(next)
      setError(undefined)
      onValueChange?.(next)
    },
    [onValueChange],
  )

  const submit = useCallback(() => {
    const content = latest.current.text.trim()
    if (!(content || allowEmpty) || isDisabled || !onSend) return
    const { text: typed } = latest.current
    const isTaken = watchTaken(chat)
    const outcome = onSend(content)
    if (outcome === false) return
    latest.current.sentAt = performance.now()
    setText('')
    if (!(outcome instanceof Promise)) return
    /** Text that was typed meanwhile stays too. */
    const giveBack = (): void => {
      const { text: since } = latest.current
      setText(since === '' ? typed : `${typed}\n\n${since}`)
      onReturn?.(content)
    }
    outcome.then(
      (sent) => {
        if (sent === false) giveBack()
      },
      (problem: unknown) => {
        // The message is in the thread. A later failure, such as a `stopWhen` that throws, does not concern the box.
        if (isTaken()) throw problem
        giveBack()
        setError(problem)
      },
    )
  }, [allowEmpty, chat, isDisabled, onReturn, onSend, setText])

  const stop = useCallback(() => {
    if (performance.now() - latest.current.sentAt > GUARD_MS) onStop?.()
  }, [onStop])

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLTextAreaElement>) => {
      // Safari ends a composition before this event. Only the key code shows that the key belonged to it.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return
      if (event.key === 'Escape' && canStop) {
        event.preventDefault()
        // Nobody presses Escape to send, so it needs no guard.
        onStop?.()
      } else if (event.key === 'ArrowUp' && latest.current.text === '' && onEditLast) {
        event.preventDefault()
        onEditLast()
      } else if (event.key === 'Enter' && enterMeaning(event, enterKey) === 'send') {
        event.preventDefault()
        if (!event.repeat) submit()
      }
    },
    [canStop, enterKey, onEditLast, onStop, submit],
  )
  const onChange = useCallback(
    (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value),
    [setText],
  )

  return useMemo(
    () => ({
      text,
      setText,
      status,
      busy,
      canStop,
      canSend: !!(text.trim() || allowEmpty) && !isDisabled,
      error,
      enterKey,
      submit,
      stop,
      fieldProps: { value: text, onChange, onKeyDown },
    }),
    [
      text,
      setText,
      status,
      busy,
      canStop,
      allowEmpty,
      isDisabled,
      error,
      enterKey,
      submit,
      stop,
      onChange,
      onKeyDown,
    ],
  )
}

function useChatState(): Partial<ChatState> {
  const chat = useOptionalChat()
  const subscribe = useCallback((listener: () => void) => chat?.subscribe(listener) ?? (() => {}), [chat])
  const read = (): ChatState | undefined => chat?.getState()
  return useSyncExternalStore(subscribe, read, read) ?? {}
}

/** Returns a function that says whether a message of the user has joined the thread since. */
function watchTaken(chat: ChatController | undefined): () => boolean {
  const before = new Set(chat?.store.getIds())
  return () => chat?.store.getMessages().some(({ id, role }) => role === 'user' && !before.has(id)) ?? false
}

function enterMeaning(event: KeyboardEvent, enterKey: EnterKey): EnterKey {
  if (event.metaKey || event.ctrlKey) return 'send'
  return event.shiftKey || event.altKey ? 'line' : enterKey
}

const subscribeNever = () => () => {}
const serverEnterKey = (): EnterKey => 'send'

/** On a touch keyboard Enter is a line; the button sends. */
function deviceEnterKey(): EnterKey {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ? 'line' : 'send'
}
