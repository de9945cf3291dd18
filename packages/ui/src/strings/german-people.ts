import type { englishPeople } from './english-people.js'

export const germanPeople: typeof englishPeople = {
  call: {
    state: {
      writing: 'Wird vorbereitet',
      'cut-off': 'Abgeschnitten, nicht ausgeführt',
      orphan: 'Ergebnis eines unbekannten Schritts',
    },
    unnamed: 'Schritt ohne Namen',
    argumentsOf: (name) => `Angaben zu ${name}`,
    copyArguments: (name) => `Angaben zu ${name} kopieren`,
    noArguments: 'Keine Angaben',
    notJson: 'Gezeigt, wie es kam',
    rendererFailed: (name) => `${name} ließ sich nicht wie gewohnt zeigen.`,
  },
  group: {
    parallel: (count) => `${count} Schritte zugleich`,
    queued: (count) => `${count} Schritte, warten`,
    showAll: (count) => `Alle ${count} Schritte zeigen`,
    counts: {
      writing: (n) => (n === '1' ? '1 wird vorbereitet' : `${n} werden vorbereitet`),
      queued: (n) => (n === '1' ? '1 wartet' : `${n} warten`),
      orphan: (n) => `${n} von unbekannten Schritten`,
    },
  },
  result: {
    keys: (count, shown) => (count === 1 ? '1 Angabe' : `${shown} Angaben`),
    data: 'Einzelheiten zeigen',
  },
  attachment: {
    unknownPart: () => 'Etwas, das sich hier nicht zeigen lässt',
    fileId: () => 'Datei',
    encoding: () => 'umgewandelt',
    unseen: () => 'Der Assistent kann solche Dateien nicht lesen: gesendet wird nur der Name.',
    refused: { type: () => 'Solche Dateien sind nicht lesbar. Bitte als PDF oder Text speichern.' },
  },
  notice: {
    system: () => 'Anweisungen für den Assistenten',
    developer: () => 'Anweisungen für den Assistenten',
    unknownRole: () => 'Nachricht',
    noRole: 'Nachricht',
    renderFailedData: 'Als Text zeigen',
  },
  request: {
    changedOne: () => 'Die Anfrage wurde an den Server angepasst.',
    changedMany: () => 'Die Anfrage wurde an den Server angepasst.',
    unread: () => 'Ein Teil der Antwort war nicht lesbar und fehlt hier.',
    unshown: (count, shown) =>
      count === 1
        ? 'Etwas in dieser Antwort lässt sich nicht zeigen.'
        : `${shown} Teile dieser Antwort lassen sich nicht zeigen.`,
  },
  messageActions: { markdown: 'Text mit Formatierung' },
  markdown: {
    copyAsTsv: 'Für eine Tabelle kopieren',
    tsv: 'Tabelle',
    copyAsMarkdown: 'Als Text kopieren',
    markdown: 'Text',
    showSource: 'Als Text zeigen',
  },
  finish: {
    'length-text': { title: 'Die Antwort wurde zu lang' },
    'length-thinking': {
      title: 'Beim Nachdenken abgebrochen',
      detail: 'Es wurde keine Antwort geschrieben. Bitte noch einmal versuchen.',
    },
    'length-call': {
      title: 'Abgeschnitten, bevor es ausgeführt wurde',
      unnamed: 'Es wurde nicht ausgeführt.',
    },
    'filter-empty': { title: 'Von einem Filter zurückgehalten', detail: () => 'Es kam kein Text.' },
    'filter-midway': { title: 'Von einem Filter angehalten' },
    refusal: { title: 'Der Assistent hat abgelehnt' },
    unanswered: {
      title: 'Wartet auf ein Ergebnis',
      detail: (missing, total, count) =>
        `${missing} von ${total} Schritten ${count === 1 ? 'hat' : 'haben'} kein Ergebnis.`,
    },
    other: { title: () => 'Die Antwort endete vorzeitig' },
  },
  error: {
    network_or_cors: {
      title: () => 'Der Server war nicht zu erreichen',
      intro: 'Wahrscheinliche Gründe:',
      causes: [
        'Der Server läuft gerade nicht.',
        'Die Verbindung zum Netz ist unterbrochen.',
        'Eine Firewall, ein VPN oder ein Inhaltsblocker steht dazwischen.',
      ],
    },
    rate_limit: { title: 'Zurzeit zu viele Anfragen' },
    overloaded: { title: 'Der Server ist überlastet' },
    malformed_stream: { title: 'Ein Teil der Antwort war nicht lesbar' },
    tool_loop_limit: { title: () => 'Nach vielen Schritten angehalten' },
    content_filter: { title: 'Von einem Filter zurückgehalten' },
    timeout: { idle_timeout: 'Die Antwort kam nicht weiter' },
    empty_response: { detail: 'Es kam nichts an.' },
    normalize: { title: 'Dieses Gespräch lässt sich nicht umwandeln' },
    protocol: { title: 'Dieses Gespräch ist nicht in Ordnung' },
    provider: { title: 'Der Server meldete einen Fehler' },
  },
  actions: { raiseLimit: 'Mit mehr Platz erneut versuchen' },
  agent: {
    transcript: 'Arbeit eines Helfers',
    of: (name) => `Arbeit eines Helfers: ${name}`,
    calls: (count, shown) => (count === 1 ? '1 Schritt' : `${shown} Schritte`),
  },
  structured: { label: 'Die Antwort in Feldern' },
  approval: {
    warns: (what) => `Eine Warnung: ${what}`,
    reason: 'Begründung (der Assistent liest sie)',
    useArguments: 'Diese Angaben verwenden',
    notJson: (field) => `${field} hat nicht die richtige Form.`,
  },
  question: {
    asks: (who) => (who ? `${who} fragt` : 'Eine Frage an Sie'),
    asksPage: (who) => (who ? `${who} möchte, dass Sie eine Seite öffnen` : 'Bitte eine Seite öffnen'),
    goesTo: (who) =>
      `Ihre Angaben gehen an ${who ?? 'den Dienst, der fragt'}. Bitte keine Passwörter eingeben.`,
    own: {
      goesTo:
        'Ihre Angaben gehen an diese App, und der Assistent kann sie lesen. Bitte keine Passwörter eingeben.',
    },
  },
}
