import type { ChatController, ChatOptions } from '@antiphon/core'
import type { PageEvents } from '@antiphon/threads'
import type { ServerAccess } from './server-access.js'

/** The server and the thread of a chat, and the settings that its page has. */
export interface ServerChatOptions
  extends
    ServerAccess,
    Pick<
      ChatOptions,
      | 'model'
      | 'tools'
      | 'parameters'
      | 'steering'
      | 'toolTimeout'
      | 'beforeRequest'
      | 'onFinish'
      | 'onError'
      | 'onToolCall'
      | 'now'
      | 'generateId'
      | 'scheduler'
    > {
  threadId: string
  page?: PageEvents
}

/** A chat whose answers are given on a server. */
export interface ServerChat extends ChatController {
  /** Lets go of the server: what it writes goes on there, and is no longer shown here. */
  close(): void
}
