import type { englishThreads } from './english-threads.js'

export const germanThreads: typeof englishThreads = {
  label: 'Gespräche',
  new: 'Neues Gespräch',
  newThread: 'Neues Gespräch',
  search: 'Suchen',
  searchAll: 'Alle Gespräche durchsuchen',
  untitled: 'Ohne Titel',
  title: 'Titel des Gesprächs',
  none: 'Ihre Gespräche bleiben in diesem Browser.',
  found: (count, shown) =>
    count === 0 ? 'Nichts gefunden.' : count === 1 ? '1 Gespräch gefunden.' : `${shown} Gespräche gefunden.`,
  unreadable: (count, shown) =>
    count === 1
      ? '1 Gespräch war nicht lesbar. Es blieb unverändert.'
      : `${shown} Gespräche waren nicht lesbar. Sie blieben unverändert.`,
  actions: (title) => `Aktionen für „${title}“`,
  rename: 'Umbenennen',
  pin: 'Anheften',
  unpin: 'Lösen',
  delete: 'Löschen',
  deleted: (title) => `„${title}“ gelöscht`,
  undo: 'Rückgängig',
  ages: {
    pinned: 'Angeheftet',
    today: 'Heute',
    yesterday: 'Gestern',
    week: 'Letzte 7 Tage',
    earlier: 'Früher',
  },
  now: 'jetzt',
  minutes: (count) => `${count} Min.`,
  hours: (count) => `${count} Std.`,
  unread: 'Neue Antwort',
  activity: {
    running: 'Antwortet',
    awaiting: 'Wartet auf Ihre Freigabe',
    error: 'Die letzte Antwort schlug fehl',
  },
}
