/** The entry `@antiphon/threads`: conversations that outlast the page. */
export { applyChange, applyWrite, changeType, purgedRecord } from './storage/apply-write.js'
export type { DraftFileStorage } from './storage/types.js'
export { messageSchema, messagesSchema } from './storage/message-schemas.js'
export { filesOf, putFilesBack, takeFilesOut } from './storage/node-files.js'
export { withMemoryFallback } from './storage/fallback-storage.js'
export {
  createIndexedDbDraftFiles,
  type IndexedDbDraftFilesOptions,
} from './storage/indexeddb/draft-files.js'
export { createIndexedDbStorage, type IndexedDbStorageOptions } from './storage/indexeddb/storage.js'
export {
  createMemoryDatabase,
  createMemoryStorage,
  type MemoryDatabase,
  type MemoryStorageOptions,
} from './storage/memory-storage.js'
export { browserPageEvents, type PageEvents } from './saver/page-events.js'
export {
  listThreads,
  loadThread,
  readRawThread,
  type LoadedThread,
  type ListedThreads,
} from './storage/read-threads.js'
export type { SaveState } from './saver/save-state.js'
export type * from './saver/thread-saver.js'
export {
  StorageError,
  storageProblem,
  storageProblemWords,
  toStorageProblem,
  type StorageProblem,
  type StorageProblemKind,
} from './storage/problem.js'
export {
  createThreadEvents,
  type OpenTabChannel,
  type TabChannel,
  type ThreadEvents,
} from './storage/tab-channel.js'
export * from './storage/thread-file.js'
export type { HeldSession, ThreadSession } from './sessions/session-pool.js'
export { createThreadSaver } from './saver/thread-saver.js'
export type { Quarantined } from './storage/read-threads.js'
export {
  createThreadSessions,
  type ThreadSessions,
  type ThreadSessionsOptions,
} from './sessions/thread-sessions.js'
export * from './storage/types.js'
export { createWordIndex, searchWords, wordsOf, wordsOfNodes, type WordIndex } from './storage/word-index.js'
