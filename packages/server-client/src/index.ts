/** The entry `@antiphon/server-client`: conversations on a server, and chats whose answers are given there. */
export type { ServerAccess } from './server-access.js'
export { createHttpStorage } from './http-storage.js'
export { createShareLinks, type ShareLinks } from './share-links.js'
export { createServerChat } from './server-chat.js'
export type { ServerChat, ServerChatOptions } from './server-chat-options.js'
export type {
  RunDecision,
  RunEvent,
  RunMessage,
  RunOrder,
  RunOutcome,
  ShownRun,
  WaitingCall,
} from './protocol.js'
