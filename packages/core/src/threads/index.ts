/** The entry `@antiphon/core/threads`: conversations that outlast the page. */
export { createAnswerLeases, type AnswerLeases, type LeaseLocks } from '../chat/answer-leases.js'
export { applyChange, applyWrite, purgedRecord } from './apply-write.js'
export type { DraftFileStorage } from './draft-files.js'
export { withMemoryFallback } from './fallback-storage.js'
export { createHttpStorage, type HttpStorageOptions } from './http-storage.js'
export {
  createIndexedDbDraftFiles,
  type IndexedDbDraftFilesOptions,
} from './indexeddb/indexeddb-draft-files.js'
export { createIndexedDbStorage, type IndexedDbStorageOptions } from './indexeddb/indexeddb-storage.js'
export {
  createMemoryDatabase,
  createMemoryStorage,
  type MemoryDatabase,
  type MemoryStorageOptions,
} from './memory-storage.js'
export { browserPageEvents, type PageEvents } from './page-events.js'
export { listThreads, loadThread, readRawThread, type LoadedThread, type ThreadList } from './read-threads.js'
export type * from './saver-types.js'
export { StorageError, type StorageProblem, type StorageProblemKind } from './storage-problem.js'
export type { OpenTabChannel, TabChannel } from './tab-channel.js'
export * from './thread-file.js'
export type { HeldSession, ThreadSession } from './session-pool.js'
export { createThreadSaver } from './thread-saver.js'
export type { Quarantined } from './thread-schemas.js'
export { createThreadSessions, type ThreadSessions, type ThreadSessionsOptions } from './thread-sessions.js'
export { titleOf } from './thread-title.js'
export * from './thread-types.js'
export { createWordIndex, searchWords, wordsOf, wordsOfNodes, type WordIndex } from './word-index.js'
