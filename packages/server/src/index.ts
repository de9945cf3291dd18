/** The entry `@antiphon/server`: a server for a built app (`serveApp`), or its handlers for your own server. Node only. */
export { defaultConfig, parseConfig, readConfig, type LoadedConfig, type ServerConfig } from './config.js'
export { createServices, type Service } from './services.js'
export { serveApp, type AppServer, type AppServerOptions } from './serve-app.js'
export { contentSecurityPolicy, framePolicies } from './security-headers.js'
export { openDatabase, type DatabaseOptions } from './database/open-database.js'
export type { ChatDatabase } from './database/schema.js'
export { createThreadStore, type ThreadStore, type ThreadStoreOptions } from './threads/thread-store.js'
export type { StoredChange, ThreadHooks, UserThreads } from './threads/user-threads.js'
export { createChatServer, type ChatServer } from './chat-server/chat-server.js'
export type { Authorize, ChatServerOptions, QuotaAsk, QuotaRefusal } from './chat-server/config.js'
export type { LogEntry, TokenUse } from './operations/watch-runs.js'
export type { ChatUser, Route, RouteContext } from './route.js'
export type { ChatUpstream } from './chat-server/server-runs.js'
// Where the pieces of an answer are kept while it is written.
export { createRedisLog, type RedisLogOptions } from './log/redis-log.js'
export type { IoRedisLike, NodeRedisLike, RedisClient } from './log/redis-client.js'
export {
  LogRefusal,
  type LogEvent,
  type LogKey,
  type LogPage,
  type LogReadOptions,
  type LogState,
  type RunLog,
} from './log/types.js'
// Where the large files of messages are kept.
export { createFolderFiles } from './files/folder-files.js'
export { createS3Files } from './files/s3-files.js'
export type { FileStore } from './files/types.js'
export { threadsOpenApi } from './chat-server/openapi.js'
