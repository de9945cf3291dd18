/** Words of the list of threads (`@antiphon/ui/threads`). */
export const englishThreads = {
  label: 'Conversations',
  new: 'New conversation',
  newThread: 'New conversation',
  search: 'Search',
  searchAll: 'Search all conversations',
  untitled: 'Untitled',
  title: 'Title of the conversation',
  none: 'Your conversations stay in this browser.',
  found: (count: number, shown: string) =>
    count === 0 ? 'Nothing found.' : count === 1 ? '1 conversation found.' : `${shown} conversations found.`,
  unreadable: (count: number, shown: string) =>
    count === 1
      ? '1 conversation could not be read. It was left unchanged.'
      : `${shown} conversations could not be read. They were left unchanged.`,
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
    running: 'Answering',
    awaiting: 'Waiting for your approval',
    error: 'The last answer failed',
  },
}
