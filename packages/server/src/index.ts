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
// Answers that last: runs, their logs, and their routes.
export { createMemoryLog, type MemoryLogOptions } from './log/memory-log.js'
export { listenWithPool, type Listen, type NotifyingClient } from './log/postgres-listen.js'
export { createRedisLog, type RedisLogOptions } from './log/redis-log.js'
export type { IoRedisLike, NodeRedisLike, RedisClient } from './log/redis-client.js'
export { runMigrations } from './log/schema.js'
export { createSqlLog, type SqlLogOptions } from './log/sql-log.js'
export * from './log/types.js'
export { createRuns, type Runs } from './runs/create-runs.js'
export { createMemoryRunStore } from './runs/memory-run-store.js'
export { runRoutes, type RunRoutesOptions } from './runs/routes.js'
export type { RunEvent } from './runs/run-events.js'
export type { RunsOptions, RunUpstream } from './runs/run-options.js'
export { createSqlRunStore, type SqlRunStoreOptions } from './runs/sql-run-store.js'
export type * from './runs/types.js'
