/** The entry `@antiphon/server`: a server for a built app (`serveApp`), or its handlers for your own server. Node only. */
export { defaultConfig, parseConfig, readConfig, type LoadedConfig, type ServerConfig } from './config.js'
export { createServices, type Service } from './services.js'
export { serveApp, type AppServer, type AppServerOptions } from './serve-app.js'
export { contentSecurityPolicy, framePolicies } from './security-headers.js'
export { openDatabase, type DatabaseOptions } from './database/open-database.js'
export type { ChatDatabase } from './database/schema.js'
export {
  createThreadStore,
  type StoredChange,
  type ThreadHooks,
  type ThreadStore,
  type ThreadStoreOptions,
  type UserThreads,
} from './threads/thread-store.js'
export { createChatServer, type ChatServer } from './chat-server/chat-server.js'
export type { Authorize, ChatServerOptions } from './chat-server/config.js'
export type { ChatUser, Route, RouteContext } from './chat-server/route.js'
