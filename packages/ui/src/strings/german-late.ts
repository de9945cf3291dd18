import type * as late from './english-late.js'

export const germanKeys: typeof late.englishKeys = {
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  Space: 'Leertaste',
  Delete: 'Entf',
  Insert: 'Einfg',
  Home: 'Pos1',
  End: 'Ende',
  PageUp: 'Bild auf',
  PageDown: 'Bild ab',
}

export const germanLive: typeof late.englishLive = {
  writing: 'Schreibt',
  thinking: 'Denkt nach',
  tokens: (count) => `~ ${count} Tokens`,
  silent: (time) => `Seit ${time} keine Daten.`,
  open: 'Die Verbindung steht noch.',
  stop: 'Anhalten',
  retry: 'Noch einmal',
}

export const germanAnnounce: typeof late.englishAnnounce = {
  started: 'Antwort begonnen',
  finished: (words, shown) => `Antwort fertig, ${shown} ${words === 1 ? 'Wort' : 'Wörter'}`,
  ended: (title) => `Antwort beendet. ${title}.`,
  failed: (title) => `Antwort fehlgeschlagen. ${title}.`,
  approval: (name) => `Erlaubnis nötig: ${name}`,
  form: (name) => `Ihre Angaben sind nötig: ${name}`,
  question: (name) => `Eine Frage von ${name}`,
  codeBlock: (lang, lines, shown) =>
    `Codeblock${lang ? `, ${lang}` : ''}, ${shown} ${lines === 1 ? 'Zeile' : 'Zeilen'}`,
  image: (alt) => (alt ? `Bild, ${alt}` : 'Bild'),
  link: (text) => `${text}, Verweis`,
}

export const germanMedia: typeof late.englishMedia = {
  nthImage: (n) => `Bild ${n}`,
  enlarge: (name) => `Vergrößern: ${name}`,
  pages: (count, shown) => (count === 1 ? '1 Seite' : `${shown} Seiten`),
  lines: (count, shown) => (count === 1 ? '1 Zeile' : `${shown} Zeilen`),
  lightbox: {
    label: 'Bilder',
    position: (n, total) => `${n} von ${total}`,
    previous: 'Voriges Bild',
    next: 'Nächstes Bild',
    save: (name) => `Speichern: ${name}`,
    close: 'Schließen',
  },
}

export const germanContext: typeof late.englishContext = {
  nearlyFull: (used, limit) => `${used} von ${limit} Tokens sind belegt.`,
  tooLong: (used, limit) => `Zu lang für dieses Modell. ${used} von ${limit} Tokens.`,
  summarise: 'Zusammenfassen und fortfahren',
  stopSummary: 'Stopp',
  summarising: 'Das Gespräch wird zusammengefasst …',
  noSummary: (reason) => `Es gibt keine Zusammenfassung: ${reason}`,
}

export const germanApproval: typeof late.englishApproval = {
  allow: 'Erlauben:',
  allowAndSend: 'Erlauben und senden',
  warns: (what) => `Der Anbieter warnt: ${what}`,
  waiting: (elapsed) => `wartet ${elapsed}`,
  allowOnce: 'Einmal erlauben',
  allowInChat: 'In diesem Gespräch erlauben',
  deny: 'Ablehnen',
  denyWithReason: 'Mit Begründung ablehnen',
  moreAnswers: 'Weitere Antworten',
  reason: 'Begründung (geht an das Modell)',
  edit: 'Ändern',
  edited: 'Von Ihnen geändert',
  useArguments: 'Diese Argumente verwenden',
  notJson: (field) => `${field} ist kein gültiges JSON.`,
  back: 'Zurück',
  confirm: 'Zum Erlauben noch einmal drücken',
  cannotUndo: 'Das lässt sich nicht rückgängig machen.',
  scrollFirst: (characters) => `${characters} Zeichen. Vor dem Erlauben bis zum Ende blättern.`,
  stale:
    'Nicht ausgeführt: Die Anfrage wurde geändert oder schon beantwortet, oder ihr Gespräch wurde gelöscht.',
  unread:
    'Nicht ausgeführt: Dieses Gespräch ist gerade nicht lesbar. Vielleicht sind Sie abgemeldet oder offline. Danach noch einmal versuchen.',
}

export const germanFailure: typeof late.englishFailure = {
  invalid_arguments: 'Nicht ausgeführt: Der Assistent hat unpassende Angaben gemacht.',
  unknown_tool: 'Nicht ausgeführt: Der Assistent wollte etwas, das es hier nicht gibt.',
  timeout: 'Das dauerte zu lange und wurde beendet.',
  cancelled: 'Das wurde angehalten.',
  denied: 'Das wurde nicht erlaubt.',
  unexplained: 'Das ist fehlgeschlagen.',
  interrupted: 'Das wurde unterbrochen. Vielleicht wurde es trotzdem ausgeführt.',
  unstored: 'Nicht ausgeführt: Das Gespräch ließ sich nicht speichern.',
  unchecked: 'Nicht ausgeführt: Es ließ sich nicht prüfen.',
}

export const germanEditor: typeof late.englishEditor = {
  label: 'Ihre Nachricht bearbeiten',
  text: 'Ihre Nachricht',
  send: 'Speichern und senden',
  sendDetail: 'Legt eine neue Fassung an und fragt erneut. Die alte bleibt.',
  save: 'Nur speichern',
  saveDetail: 'Ändert die Nachricht an ihrer Stelle, ohne erneut zu fragen.',
  cancel: 'Abbrechen',
  describe: 'Escape bricht ab.',
}

export const germanComposer: typeof late.englishComposer = {
  queued: 'Geht ab, wenn dieser Schritt endet',
  queue: 'Wartende Nachrichten',
  waiting: (count, shown) => (count === 1 ? '1 Nachricht wartet' : `${shown} Nachrichten warten`),
  sendQueued: 'Senden',
  sendQueuedLabel: 'Wartende Nachrichten senden',
  editQueued: (text) => `Bearbeiten: ${text}`,
  removeQueued: (text) => `Aus der Warteschlange nehmen: ${text}`,
  pasted: (characters) => `${characters} Zeichen eingefügt.`,
  attachPaste: 'Als Datei anhängen',
  keepPaste: 'Als Text lassen',
}

export const germanTray: typeof late.englishTray = {
  list: 'Anhänge',
  uploadFailed: 'Das Hochladen gelang nicht',
  unreadable: 'Nicht lesbar. Die Datei wurde vielleicht verschoben oder gelöscht.',
  resizeFailed: 'Das Bild ließ sich nicht verkleinern.',
  damaged: 'Dieses Bild lässt sich nicht zeigen. Es ist vielleicht beschädigt.',
  resized: (from, to) => `verkleinert von ${from} auf ${to}`,
  encoding: (name) => `gelesen als ${name}`,
  unseen: (server) => `${server} nimmt solche Anhänge nicht an: gesendet wird nur der Name.`,
  notAttached: (names) => `Nicht angehängt: ${names}.`,
  andMore: (shown) => `${shown} weitere`,
  dismiss: 'Schließen',
  refused: {
    empty: () => 'Leere Dateien enthalten nichts zum Senden.',
    folder: () => 'Ordner lassen sich nicht anhängen. Wählen Sie die Dateien darin.',
    'too-large': (limit) => `Dateien dürfen bis zu ${limit} groß sein.`,
    'too-large-together': (limit) =>
      `Alle Dateien einer Nachricht dürfen zusammen höchstens ${limit} groß sein.`,
    'too-many': (limit) => `Eine Nachricht nimmt höchstens ${limit} Dateien auf.`,
    type: (type) => `Dateien der Art ${type} sind nicht lesbar. Bitte als PDF oder Text speichern.`,
    twice: () => 'Dieselbe Datei ist schon angehängt.',
  },
  takenTypes: (types) => `Anhängen lassen sich nur: ${types}.`,
  kinds: { image: 'Bilder', audio: 'Ton', video: 'Videos', text: 'Text' },
  refusedFiles: {
    document: 'Word-Dokumente sind nicht lesbar. Bitte als PDF oder Text speichern.',
    sheet: 'Tabellen sind nicht lesbar. Bitte als CSV oder PDF speichern.',
    slides: 'Präsentationen sind nicht lesbar. Bitte als PDF speichern.',
    archive: 'Archive sind nicht lesbar. Bitte die Dateien darin anhängen.',
    video: 'Videos sind nicht lesbar. Bitte Bilder daraus anhängen.',
  },
}

export const germanQuestion: typeof late.englishQuestion = {
  asks: (who) => `${who ?? 'Ein Werkzeug'} fragt`,
  asksPage: (who) => `${who ?? 'Ein Werkzeug'} möchte, dass Sie eine Seite öffnen`,
  goesTo: (who) =>
    `Ihre Angaben gehen an ${who ?? 'das Werkzeug'}. Bitte keine Passwörter oder Schlüssel eingeben.`,
  own: {
    goesTo:
      'Ihre Angaben gehen an diese App, und das Modell kann sie lesen. Bitte keine Passwörter oder Schlüssel eingeben.',
    decline: 'Nein',
    dismiss: 'Jetzt nicht',
  },
  checkAddress: 'Bitte zuerst die Adresse prüfen. Die Seite öffnet sich in einem neuen Tab.',
  send: 'Senden',
  open: 'Seite öffnen',
  done: 'Ich bin dort fertig',
  decline: 'Ablehnen',
  dismiss: 'Verwerfen',
  optional: 'freiwillig',
  choose: 'Auswählen',
  unfit: 'Einige Angaben passen nicht. Bitte ändern und noch einmal senden.',
  problems: {
    missing: () => 'Bitte ausfüllen.',
    'not-number': () => 'Bitte eine Zahl eingeben, etwa 2.5.',
    'not-integer': () => 'Bitte eine ganze Zahl eingeben.',
    'too-short': (limit) => `Bitte mindestens ${limit} Zeichen eingeben.`,
    'too-long': (limit) => `Bitte höchstens ${limit} Zeichen eingeben.`,
    'too-small': (limit) => `Bitte ${limit} oder mehr eingeben.`,
    'too-large': (limit) => `Bitte ${limit} oder weniger eingeben.`,
    'too-few': (limit) => `Bitte mindestens ${limit} auswählen.`,
    'too-many': (limit) => `Bitte höchstens ${limit} auswählen.`,
    'no-option': () => 'Bitte eine der Möglichkeiten wählen.',
    format: () => 'Diese Angabe hat nicht die verlangte Form.',
  },
}

export const germanAgent: typeof late.englishAgent = {
  transcript: 'Verlauf des Agenten',
  of: (name) => `Verlauf des Agenten von ${name}`,
  messages: (count, shown) => (count === 1 ? '1 Nachricht' : `${shown} Nachrichten`),
  calls: (count, shown) => (count === 1 ? '1 Aufruf' : `${shown} Aufrufe`),
  failures: (_count, shown) => `${shown} fehlgeschlagen`,
  tokens: (shown) => `zusammen ${shown} Tokens`,
}

export const germanWaiting: typeof late.englishWaiting = {
  sent: 'Gesendet',
  waiting: (model) => `Wartet auf ${model ?? 'die Antwort'}`,
  retrying: (problem, wait) => (wait ? `${problem}. Neuer Versuch in ${wait}` : `${problem}. Neuer Versuch`),
}

export const germanResultForm: typeof late.englishResultForm = {
  resultOf: (name) => `Ergebnis von ${name}`,
  useResult: 'Als Ergebnis verwenden',
  resultHint: 'Text, oder JSON für ein strukturiertes Ergebnis.',
}

export const germanStructured: typeof late.englishStructured = {
  label: 'Die Antwort als Daten',
  copy: 'Die Antwort kopieren, wie sie kam',
}

export const germanCallBody: typeof late.englishCallBody = {
  returnedNothing: 'Gab nichts zurück',
  argumentsOf: (name) => `Argumente von ${name}`,
  copyArguments: (name) => `Argumente von ${name} kopieren`,
  copyResult: (name) => `Ergebnis von ${name} kopieren`,
  noArguments: 'Keine Argumente',
  notJson: 'Kein gültiges JSON, gezeigt wie es kam',
  deep: 'Zu tief verschachtelt, gezeigt wie es kam',
  showRaw: 'Roh',
  showFields: 'Felder',
  resultOf: (name) => `Ergebnis von ${name}`,
  stepsOf: (name) => `Schritte von ${name}`,
  outputOf: (name) => `Ausgabe von ${name}`,
  partialSoFar: 'Noch nicht fertig',
  partialLeft: 'Das wurde nie fertig. Es ist das Letzte, das ankam.',
}

export const germanResult: typeof late.englishResult = {
  showAllLines: (lines) => `Alle ${lines} Zeilen zeigen`,
  showAllRows: (rows) => `Alle ${rows} Zeilen zeigen`,
  showAllCharacters: (characters) => `Alle ${characters} Zeichen zeigen`,
  showMore: (shown, total) => `${shown} von ${total} zeigen`,
  showLess: 'Weniger zeigen',
  clipped: (characters) => `… (${characters} Zeichen)`,
  characters: (characters) => `${characters} Zeichen`,
  saveAll: 'Alles speichern',
  save: 'Speichern',
  saveFile: (name) => `${name} speichern`,
  unreadableFile: 'Die Daten dieser Datei sind nicht lesbar',
  data: 'Daten dahinter',
  items: (count, shown) => (count === 1 ? '1 Eintrag' : `${shown} Einträge`),
  keys: (count, shown) => (count === 1 ? '1 Feld' : `${shown} Felder`),
}

export const germanFigures: typeof late.englishFigures = {
  model: 'Modell',
  profile: 'Profil',
  tier: 'Service-Stufe',
  input: 'Eingabe-Tokens',
  output: 'Ausgabe-Tokens',
  total: 'Tokens gesamt',
  cached: 'Aus dem Cache gelesen',
  cacheWrite: 'In den Cache geschrieben',
  reasoning: 'Nachdenken, in der Ausgabe enthalten',
  cost: 'Kosten',
  time: 'Zeit',
  firstToken: 'Erstes Token nach',
  speed: 'Tempo',
  requests: 'Anfragen',
  origin: 'Quelle',
  reported: 'Vom Server gemeldet',
  estimated: 'Hier geschätzt',
  missing: 'Nicht gemeldet',
}
