/** Words of the list of threads (`@antiphon/ui/threads`). */
export const englishThreads = {
  label: 'Threads',
  new: 'New',
  newThread: 'New thread',
  search: 'Search',
  searchAll: 'Search all threads',
  untitled: 'Untitled',
  title: 'Title of the thread',
  none: 'What you ask is kept here, in this browser.',
  found: (count: number, shown: string) =>
    count === 0 ? 'Nothing found.' : count === 1 ? '1 thread found.' : `${shown} threads found.`,
  unreadable: (count: number, shown: string) =>
    `${count === 1 ? 'One thread' : `${shown} threads`} could not be read. Nothing of it was changed.`,
  pin: (title: string) => `Pin “${title}”`,
  unpin: (title: string) => `Unpin “${title}”`,
  rename: (title: string) => `Rename “${title}”`,
  delete: (title: string) => `Delete “${title}”`,
  deleted: (title: string) => `Deleted “${title}”`,
  undo: 'Undo',
  ages: {
    pinned: 'Pinned',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    earlier: 'Earlier',
  },
  unread: 'New answer',
  activity: {
    running: 'Answer on its way',
    awaiting: 'Waits for your approval',
    error: 'The last answer failed',
  },
}
