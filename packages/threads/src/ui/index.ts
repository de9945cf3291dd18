/** The entry `@antiphon/threads/ui`: the threads of a `ThreadsProvider`, as a list. */
export { RenameField, type RenameFieldProps } from './rename-field.js'
export { ThreadList, UndoNote, type ThreadListProps } from './thread-list.js'
export { useStorageFailure } from './use-storage-failure.js'
