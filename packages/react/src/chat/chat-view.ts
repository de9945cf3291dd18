import type { ChatController, ChatErrorData, ChatState, Message, StoredMessage } from '@antiphon/core'

const METHODS = [
  'send',
  'sendQueued',
  'unqueue',
  'stop',
  'retry',
  'regenerate',
  'edit',
  'continue',
  'addToolResult',
  'clearError',
] as const
type Methods = Pick<ChatController, (typeof METHODS)[number]>

/** A chat as a page shows it, with the methods for what a person does there. */
export interface UseChat extends Pick<ChatState, 'status' | 'queue' | 'approvals' | 'isElsewhere'>, Methods {
  /** The chat itself, for `<ChatProvider chat={chat}>` and everything else that it can do. */
  chat: ChatController
  /**
   * The messages of the thread, oldest first; the same array until one changes. Reading this subscribes: the component then
   * renders with every frame of an answer. A component that never reads it does not.
   */
  readonly messages: readonly StoredMessage[]
  /**
   * Why the last answer failed. Undefined when it did not fail, after a new request, and after `clearError`. Reading this
   * subscribes only to the error.
   */
  readonly error: ChatErrorData | undefined
  /** Replaces the thread with all its versions, and stops the answer in flight. A function gets the present messages. */
  setMessages(next: readonly Message[] | ((messages: readonly StoredMessage[]) => readonly Message[])): void
}

/** The functions for `useSyncExternalStore`. */
export interface ChatViewReader {
  subscribe(listener: () => void): () => void
  /** The same object until something changes that was read from it. */
  read(): UseChat
}

/** Reads a chat for one component, and wakes it only for what it reads. */
export function createChatViewReader(chat: ChatController): ChatViewReader {
  const { store } = chat
  let view: UseChat | undefined
  let isCurrent: () => boolean = () => false
  const listeners = new Set<() => void>()
  let readsStore = false
  let leaveStore: (() => void) | undefined
  const methods = Object.fromEntries(METHODS.map((name) => [name, chat[name]])) as unknown as Methods
  const setMessages: UseChat['setMessages'] = (next) => {
    chat.stop()
    store.reset(typeof next === 'function' ? next(store.getMessages()) : next)
  }

  const notify = (): void => {
    for (const listener of listeners) listener()
  }
  /** The store reports every frame, so the hook subscribes only once messages have been read. */
  const followStore = (): void => {
    readsStore = true
    if (listeners.size > 0) leaveStore ??= store.subscribe(notify)
  }

  const make = (): UseChat => {
    const state = chat.getState()
    const { status, queue, approvals, isElsewhere } = state
    let messages: readonly StoredMessage[] | undefined
    let error: { is: ChatErrorData | undefined } | undefined
    isCurrent = () =>
      isSameState(state, chat.getState()) &&
      (messages === undefined || messages === store.getMessages()) &&
      (error === undefined || error.is === chat.getError())
    return {
      ...methods,
      chat,
      setMessages,
      status,
      queue,
      approvals,
      isElsewhere,
      get messages() {
        followStore()
        return (messages ??= store.getMessages())
      },
      get error() {
        followStore()
        return (error ??= { is: chat.getError() }).is
      },
    }
  }
  return {
    subscribe(listener) {
      const unsubscribe = chat.subscribe(listener)
      listeners.add(listener)
      if (readsStore) followStore()
      return () => {
        unsubscribe()
        listeners.delete(listener)
        if (listeners.size > 0) return
        leaveStore?.()
        leaveStore = undefined
      }
    },
    read: () => (view && isCurrent() ? view : (view = make())),
  }
}

/** A chat reports every `configure`, which changes nothing that a component shows. */
function isSameState(one: ChatState, other: ChatState): boolean {
  if (one === other) return true
  return Object.keys({ ...one, ...other }).every((key) =>
    Object.is(Reflect.get(one, key), Reflect.get(other, key)),
  )
}
