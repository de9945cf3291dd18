/** The entry `@antiphon/threads/react`: hooks for conversations that outlast the page, on `@antiphon/threads`. */
export { ThreadsProvider, useThreadSessions, type ThreadsProviderProps } from './use-threads.js'
export { useThread, type UseThread } from './use-thread.js'
export { useThreadActivity, type ThreadActivity } from './use-thread.js'
export { useThreadSearch } from './use-threads.js'
export { useThreads, type UseThreads } from './use-threads.js'
