/** The entry `@antiphon/ui/threads`: the threads of a `ThreadsProvider`, as a list. */
export { ThreadList, type ThreadListProps } from './thread-list.js'
