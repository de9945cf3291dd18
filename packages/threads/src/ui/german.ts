import type { englishThreads } from './english.js'

/** The words of the list in German: `<StringsProvider strings={{ threads: germanThreads }}>`. In an entry of its own. */
export const germanThreads: typeof englishThreads = {
  label: 'Gespräche',
  new: 'Neues Gespräch',
  search: 'Suchen',
  searchAll: 'Alle Gespräche durchsuchen',
  untitled: 'Ohne Titel',
  title: 'Titel des Gesprächs',
  none: 'Ihre Gespräche bleiben in diesem Browser.',
  found: (count, shown) =>
    count === 0 ? 'Nichts gefunden.' : count === 1 ? '1 Gespräch gefunden.' : `${shown} Gespräche gefunden.`,
  searchFailed: 'Die Suche ist fehlgeschlagen. Das sind alle Gespräche.',
  unreadable: (count, shown) =>
    count === 1
      ? '1 Gespräch war nicht lesbar. Es blieb unverändert.'
      : `${shown} Gespräche waren nicht lesbar. Sie blieben unverändert.`,
  unreadableActions: 'Aktionen für das, was nicht lesbar war',
  deleteForGood: 'Endgültig löschen',
  actions: (title) => `Aktionen für „${title}“`,
  folderActions: (folder) => `Aktionen für den Ordner „${folder}“`,
  rename: 'Umbenennen',
  pin: 'Anheften',
  unpin: 'Lösen',
  move: 'In Ordner verschieben …',
  noFolder: 'Kein Ordner',
  newFolder: 'Neuer Ordner …',
  folder: 'Name des Ordners',
  moved: (title, folder) =>
    folder ? `„${title}“ ist jetzt in „${folder}“.` : `„${title}“ ist jetzt in keinem Ordner.`,
  delete: 'Löschen',
  deleted: (title) => `Gelöscht: „${title}“`,
  undo: 'Rückgängig',
  takenBack: 'Das konnte nicht gespeichert werden und wurde zurückgenommen.',
  problems: {
    quota:
      'Der Speicher des Browsers ist voll. Löschen oder exportieren Sie Gespräche und versuchen Sie es dann erneut.',
    'too-large':
      'Der Server, der Ihre Gespräche speichert, lehnt die Größe ab, etwa die einer großen Datei. Was Sie sehen, ist nur hier; exportieren Sie es, um es zu behalten.',
    'server-full':
      'Der Server, der Ihre Gespräche speichert, hat keinen Platz mehr. Was Sie sehen, ist noch da; versuchen Sie es später erneut oder exportieren Sie es.',
    denied:
      'Dieser Browser lässt die Seite nichts speichern, wie in einem privaten Fenster. Exportieren Sie, was Sie behalten möchten.',
    blocked:
      'Ein anderer Tab hält eine ältere Version des Speichers offen. Schließen Sie ihn, dann wird gespeichert, was Sie hier sehen.',
    outdated:
      'Ein anderer Tab hat eine neuere Version dieser App geöffnet. Laden Sie diese Seite neu; exportieren Sie vorher, was nicht gespeichert ist.',
    newer:
      'Eine neuere Version dieser App hat es gespeichert. Es blieb unverändert; aktualisieren Sie die App, um es zu öffnen.',
    aborted:
      'Der Browser hat das Speichern abgebrochen. Was Sie sehen, ist noch da; versuchen Sie es erneut oder exportieren Sie es.',
    network:
      'Der Server, der Ihre Gespräche speichert, war nicht erreichbar. Was Sie sehen, ist noch da; versuchen Sie es erneut oder exportieren Sie es.',
    forbidden:
      'Der Server, der Ihre Gespräche speichert, erlaubt das hier nicht. Was Sie sehen, ist nur hier; exportieren Sie es, um es zu behalten.',
    refused:
      'Der Server, der Ihre Gespräche speichert, hat abgelehnt. Was Sie sehen, ist noch da; melden Sie sich neu an oder exportieren Sie es.',
    slow: 'Der Speicher hat nicht rechtzeitig geantwortet. Was Sie sehen, ist nur hier und folgt, sobald er antwortet; versuchen Sie es erneut oder exportieren Sie es.',
    removed:
      'Dieses Gespräch wurde gelöscht. Was Sie sehen, ist nur noch hier, und Aufrufe, die auf Sie warten, laufen nicht. Holen Sie es zurück oder exportieren Sie es.',
    unknown:
      'Das Speichern ist fehlgeschlagen. Was Sie sehen, ist noch da; versuchen Sie es erneut oder exportieren Sie es.',
  },
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
