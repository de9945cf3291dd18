'use client'
import { useCallback, useMemo, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import type { ContentPart } from '@antiphon/core'
import { useChat } from '../chat/use-chat.js'

export interface ComposerOptions {
  /** Called instead of the chat's `send`. Return false to keep the text. */
  onSend?: (text: string) => boolean | void
  /** The text to start with. */
  defaultValue?: string
  /** True where Enter must be a new line, as on touch keyboards. Default: by the pointer of the device. */
  enterIsNewLine?: boolean
}

export interface Composer {
  value: string
  setValue(value: string): void
  status: 'idle' | 'sending' | 'streaming'
  /** There is something to send. */
  canSend: boolean
  /** Sends the text, or queues it while an answer is on its way. */
  submit(): void
  /** Stops the answer. Ignored within 350 ms of a send: a double click must not stop what it has just started. */
  stop(): void
  queue: readonly { id: string; content: string | ContentPart[] }[]
  unqueue(id: string): void
  /** Props for the text field: value and keys. Safe with input methods. */
  fieldProps: {
    value: string
    onChange(event: ChangeEvent<HTMLTextAreaElement>): void
    onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void
  }
}

const GUARD_MS = 350

/** Behaviour of the box one types into: text, keys, send, queue, stop. Renders nothing. */
export function useComposer(options: ComposerOptions = {}): Composer {
  const { onSend, defaultValue = '', enterIsNewLine } = options
  const { status, queue, send, stop, unqueue } = useChat()
  const [value, setValue] = useState(defaultValue)
  // Read by handlers that may run twice before a render: a second Enter in the same tick finds the box empty.
  const text = useRef(value)
  const sentAt = useRef(-Infinity)
  const busy = status === 'submitted' || status === 'streaming'

  const change = useCallback((next: string) => {
    text.current = next
    setValue(next)
  }, [])

  const submit = useCallback(() => {
    const content = text.current
    if (content.trim() === '') return
    if (onSend?.(content) === false) return
    change('')
    sentAt.current = performance.now()
    if (!onSend) void send(content)
  }, [change, onSend, send])

  const guardedStop = useCallback(() => {
    if (performance.now() - sentAt.current > GUARD_MS) stop()
  }, [stop])

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLTextAreaElement>) => {
      if (event.key === 'Escape' && busy) {
        event.preventDefault()
        guardedStop()
        return
      }
      if (event.key !== 'Enter' || event.shiftKey) return
      // Safari ends a composition before this event; only the key code still tells (design 5, Composer keys).
      if (event.nativeEvent.isComposing || event.keyCode === 229) return
      const always = event.metaKey || event.ctrlKey
      if (!always && (enterIsNewLine ?? isTouch())) return
      event.preventDefault()
      if (!event.repeat) submit()
    },
    [busy, enterIsNewLine, guardedStop, submit],
  )
  const onChange = useCallback(
    (event: ChangeEvent<HTMLTextAreaElement>) => change(event.target.value),
    [change],
  )

  return useMemo(
    () => ({
      value,
      setValue: change,
      status: status === 'submitted' ? 'sending' : status === 'streaming' ? 'streaming' : 'idle',
      canSend: value.trim() !== '',
      submit,
      stop: guardedStop,
      queue,
      unqueue,
      fieldProps: { value, onChange, onKeyDown },
    }),
    [value, change, status, submit, guardedStop, queue, unqueue, onChange, onKeyDown],
  )
}

function isTouch(): boolean {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false
}
