import { storageProblemWords } from '../storage/problem.js'

declare module '@antiphon/ui/parts' {
  interface EntryStrings {
    threads: typeof englishThreads
  }
}

/** Words of the list of threads (`@antiphon/threads/ui`). */
export const englishThreads = {
  label: 'Conversations',
  new: 'New conversation',
  search: 'Search',
  searchAll: 'Search all conversations',
  untitled: 'Untitled',
  title: 'Title of the conversation',
  none: 'Your conversations stay in this browser.',
  found: (count: number, shown: string) =>
    count === 0 ? 'Nothing found.' : count === 1 ? '1 conversation found.' : `${shown} conversations found.`,
  searchFailed: 'The search failed. These are all conversations.',
  unreadable: (count: number, shown: string) =>
    count === 1
      ? '1 conversation could not be read. It was left unchanged.'
      : `${shown} conversations could not be read. They were left unchanged.`,
  /** Name of the button with the menu of those. */
  unreadableActions: 'Actions for what could not be read',
  deleteForGood: 'Delete for good',
  /** Name of the button with the menu of a conversation. */
  actions: (title: string) => `Actions for “${title}”`,
  /** Name of the button with the menu of a folder. */
  folderActions: (folder: string) => `Actions for the folder “${folder}”`,
  rename: 'Rename',
  pin: 'Pin',
  unpin: 'Unpin',
  move: 'Move to folder…',
  noFolder: 'No folder',
  newFolder: 'New folder…',
  folder: 'Name of the folder',
  /** Said when it is stored. */
  moved: (title: string, folder?: string) =>
    folder ? `“${title}” is now in “${folder}”.` : `“${title}” is now in no folder.`,
  delete: 'Delete',
  /** The title comes last, because a narrow list cuts off the end. */
  deleted: (title: string) => `Deleted “${title}”`,
  undo: 'Undo',
  /** A title, a pin, a move or a deletion. The list shows what was there before. */
  takenBack: 'This could not be stored and was taken back.',
  /** Why something is not stored, and what to do: by the `kind` of a `StorageProblem`. */
  problems: storageProblemWords,
  ages: {
    pinned: 'Pinned',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    earlier: 'Earlier',
  },
  /** When it was last written to. */
  now: 'now',
  minutes: (count: string) => `${count} min`,
  hours: (count: string) => `${count} h`,
  unread: 'New answer',
  activity: {
    running: 'Answering',
    awaiting: 'Waiting for your approval',
    error: 'The last answer failed',
  },
}
