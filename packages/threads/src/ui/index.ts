/** The entry `@antiphon/threads/ui`: the threads of a `ThreadsProvider`, as a list. */
export { RenameField, type RenameFieldProps } from './rename-field.js'
export { ThreadList, type ThreadListProps } from './thread-list.js'
export { UndoNote } from './undo-note.js'
export { useStorageFailure } from './use-storage-failure.js'
