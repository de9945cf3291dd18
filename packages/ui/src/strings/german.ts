import type { Strings } from './english.js'
import type { OwnEntryStrings } from './own-entry-strings.js'
import { germanEndings } from './german-endings.js'
import * as late from './german-late.js'
import { germanPeople } from './german-people.js'
import { germanParts } from './german-parts.js'
import type { MarkdownStrings } from '../markdown/render/markdown-strings.js'

const markdown: MarkdownStrings = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Das Kopieren gelang nicht. Bitte den Text markieren und von Hand kopieren.',
  wrapLines: 'Zeilen umbrechen',
  showAllLines: (lines, shown = lines.toLocaleString('de')) => `Alle ${shown} Zeilen zeigen`,
  showLess: 'Weniger zeigen',
  cutOff: 'abgeschnitten',
  codeBlock: (language, lines, shown = lines.toLocaleString('de')) =>
    ['Codeblock', language, lines > 0 ? `${shown} ${lines === 1 ? 'Zeile' : 'Zeilen'}` : '']
      .filter(Boolean)
      .join(', '),
  table: 'Tabelle',
  copyAsTsv: 'Als TSV kopieren',
  tsv: 'TSV',
  copyAsMarkdown: 'Als Markdown kopieren',
  markdown: 'Markdown',
  image: 'Bild',
  loadImage: 'Bild laden',
  imageBlocked: 'nicht geladen',
  imageFailed: 'konnte nicht geladen werden',
  alerts: { note: 'Hinweis', tip: 'Tipp', important: 'Wichtig', warning: 'Warnung', caution: 'Vorsicht' },
  taskDone: 'Erledigt',
  taskOpen: 'Offen',
  formulaFailed: 'Diese Formel ließ sich nicht setzen:',
  footnotes: 'Fußnoten',
  footnote: (number) => `Fußnote ${number}`,
  backToText: (number) => `Zurück zum Text bei Fußnote ${number}`,
  diagram: 'Diagramm',
  diagramFailed: 'Dieses Diagramm ließ sich nicht zeichnen. So wurde es geschrieben:',
  showSource: 'Quelltext zeigen',
  sources: 'Quellen',
  source: (number, title) => `Quelle ${number}: ${title}`,
}

/** The whole table in German: `<Chat strings={german} locale="de" />`. In an entry of its own, `@antiphon/ui/german`. */
export const german: Strings & OwnEntryStrings = {
  ...germanEndings,
  ...germanParts,
  call: { ...germanParts.call, ...late.germanCallBody },
  result: late.germanResult,
  actions: { ...germanEndings.actions, ...late.germanResultForm },
  attachment: { ...germanParts.attachment, ...late.germanTray },
  live: late.germanLive,
  announce: late.germanAnnounce,
  media: late.germanMedia,
  editor: late.germanEditor,
  context: late.germanContext,
  keys: late.germanKeys,
  agent: late.germanAgent,
  structured: late.germanStructured,
  question: late.germanQuestion,
  failure: late.germanFailure,
  people: germanPeople,
  markdown,
  duration: {
    seconds: (value) => `${value} s`,
    minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
  },
  transcript: {
    ...late.germanWaiting,
    label: 'Gespräch',
    messages: 'Nachrichten',
    you: 'Sie',
    assistant: 'Assistent',
    notice: 'Hinweis',
    named: (author, time) => (time ? `${author}, ${time}` : author),
    showAll: 'Alles zeigen',
    emptyAnswer: 'Leere Antwort',
    showLess: 'Weniger zeigen',
    codeBlock: 'Code',
    writtenElsewhere: 'Wird in einem anderen Tab geschrieben',
  },
  request: {
    changedOne: (field, change) => `An den Server angepasst: \`${field}\`, ${change}.`,
    changedMany: (count) => `An ${count} Stellen an den Server angepasst.`,
    change: (change) => `, ${change}`,
    retried: (count, shown) => (count === 1 ? 'Zweimal versucht.' : `${shown}-mal versucht.`),
    said: (words) => `Der Server sagte: ${words}`,
    unseen: (count, shown) =>
      count === 1
        ? 'Von 1 Anhang wurde nur der Name gesendet. Dieser Server nimmt solche Dateien nicht an.'
        : `Von ${shown} Anhängen wurden nur die Namen gesendet. Dieser Server nimmt solche Dateien nicht an.`,
    unread: (count, shown) =>
      count === 1
        ? 'Eine Zeile des Stroms war nicht lesbar. Was darin stand, fehlt hier.'
        : `${shown} Zeilen des Stroms waren nicht lesbar. Was darin stand, fehlt hier.`,
    unshown: (count, shown, types, kinds) =>
      `${count === 1 ? '1 Eintrag' : `${shown} Einträge`} ${kinds === 1 ? 'der Art' : 'der Arten'} ${types} ${count === 1 ? 'wird' : 'werden'} nicht gezeigt.`,
    continued: (count, shown) => (count === 1 ? 'Einmal fortgesetzt.' : `${shown}-mal fortgesetzt.`),
    continuedFrom: 'Die Antwort bis dahin wurde als Anfang der nächsten gesendet.',
    continuedBy: (asked) => `Nach der Antwort bis dahin als Ihre Nachricht gesendet: ${asked}`,
  },
  jump: { latest: 'Zum Ende', answer: 'Neue Antwort', stopped: 'Angehalten', approval: 'Erlaubnis nötig' },
  usage: {
    in: (n) => `${n} ein`,
    out: (n) => `${n} aus`,
    rate: (n) => `${n} Tok/s`,
    title: 'Verbrauch',
    ...late.germanFigures,
  },
  messageActions: {
    label: 'Was mit der Nachricht geschehen kann',
    copyAnswer: 'Nachricht des Assistenten kopieren',
    copyUser: 'Ihre Nachricht kopieren',
    retry: 'Diese Antwort erneut versuchen',
    edit: 'Ihre Nachricht bearbeiten',
    copied: 'Kopiert',
    copyFailed: 'Das Kopieren war nicht erlaubt',
    copyAs: 'Diese Nachricht kopieren als',
    markdown: 'Mit Markdown-Zeichen',
    plain: 'Reiner Text',
    json: 'JSON der Nachricht',
  },
  branch: {
    label: (n, total) => `Fassung ${n} von ${total}`,
    position: (n, total) => `${n}/${total}`,
    previous: 'Vorige Fassung',
    next: 'Nächste Fassung',
  },
  composer: {
    ...late.germanComposer,
    label: 'Nachricht schreiben',
    placeholder: (model) => (model ? `Nachricht an ${model}` : 'Nachricht'),
    answerAbove: 'Oben antworten oder vorausschreiben',
    typeAhead: 'Schon weiterschreiben: Es wird nach dieser Antwort gesendet',
    send: 'Senden',
    stop: 'Anhalten',
    attach: 'Datei anhängen',
    hintSend: 'Enter sendet',
    hintSwapped: 'Strg + Enter sendet',
    hintSwappedApple: '⌘ + Enter sendet',
    hintStop: 'Esc hält an',
    describeSend: 'Die Eingabetaste sendet, mit Umschalt beginnt sie eine neue Zeile.',
    describeSwapped: 'Die Eingabetaste beginnt eine neue Zeile, mit Strg oder Befehl sendet sie.',
    notSent: (reason) => (reason ? `Nicht gesendet: ${reason}` : 'Nicht gesendet.'),
    drop: 'Zum Anhängen loslassen',
    photo: 'Foto aufnehmen',
    describeEdit: 'Pfeil nach oben im leeren Feld bearbeitet Ihre letzte Nachricht.',
    describeQueue:
      'Während eine Antwort eintrifft, wartet, was Sie senden, bis sie endet, und Escape hält sie an.',
    size: (characters, tokens) => `${characters} Zeichen, geschätzt ${tokens} Tokens`,
    tokens: (tokens) => `etwa ${tokens} Tokens`,
    waitForFiles: 'Bitte warten, bis alle Anhänge bereit sind.',
    failedFiles: 'Was nicht angehängt werden konnte, bitte erneut versuchen oder entfernen.',
  },
  approval: {
    ...late.germanApproval,
    notLoaded: 'Ein Aufruf wartet auf Ihre Antwort, aber die Frage konnte nicht geladen werden.',
    granted: 'In diesem Gespräch erlaubt',
    revoke: (name) => `Vor ${name} wieder fragen`,
  },
  empty: { title: 'Ein Gespräch beginnen', suggestions: 'Vorschläge' },
}
