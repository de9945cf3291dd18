/** The entry `@antiphon/react/threads`: hooks for conversations that outlast the page, on `@antiphon/core/threads`. */
export { ThreadsProvider, useThreadSessions, type ThreadsProviderProps } from './threads-context.js'
export { useThread, type UseThread } from './use-thread.js'
export { useThreadActivity, type ThreadActivity } from './use-thread-activity.js'
export { useThreadSearch } from './use-thread-search.js'
export { useThreads, type UseThreads } from './use-threads.js'
