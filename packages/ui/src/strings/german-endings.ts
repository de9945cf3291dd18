import type { englishEndings } from './english-endings.js'

export const germanEndings: typeof englishEndings = {
  finish: {
    'length-text': {
      title: 'Am Token-Limit abgeschnitten',
      detail: (out, max) =>
        out && max
          ? `${out} von ${max} Ausgabe-Tokens verbraucht`
          : out
            ? `${out} Ausgabe-Tokens verbraucht`
            : 'Die Antwort ist nicht vollständig.',
    },
    'length-thinking': {
      title: 'Beim Nachdenken gingen die Tokens aus',
      detail: 'Es wurde keine Antwort geschrieben. Das Limit erhöhen oder den Aufwand senken.',
    },
    'length-call': {
      title: 'Beim Schreiben eines Aufrufs abgeschnitten',
      detail: (name) => `${name} wurde nicht ausgeführt.`,
      unnamed: 'Der Aufruf wurde nicht ausgeführt.',
    },
    'thought-only': {
      title: 'Nur Gedanken, keine Antwort',
      detail: 'Die ganze Antwort kam als Nachdenken. Sie steht oben.',
    },
    'filter-empty': {
      title: 'Vom Inhaltsfilter des Anbieters zurückgehalten',
      detail: (category) => `Es kam kein Text.${category ? ` Kategorie: ${category}.` : ''}`,
    },
    'filter-midway': {
      title: 'Vom Inhaltsfilter des Anbieters angehalten',
      detail: 'Der Text oben ist alles, was ankam.',
    },
    refusal: { title: 'Das Modell hat abgelehnt' },
    unanswered: {
      title: 'Wartet auf ein Ergebnis',
      detail: (missing, total, count) =>
        `${missing} von ${total} Aufrufen ${count === 1 ? 'hat' : 'haben'} kein Ergebnis.`,
    },
    paused: {
      title: 'Angehalten',
      detail: 'Weiter holt die Antwort.',
    },
    incomplete: { title: 'Die Verbindung endete vor der Antwort', detail: 'Was ankam, bleibt erhalten.' },
    cancelled: { title: 'Von Ihnen angehalten' },
    other: { title: (raw) => `Beendet: \`${raw}\``, detail: 'Unbekannter Grund.' },
  },
  error: {
    textKept: 'Der Text oben bleibt erhalten.',
    retryIn: (duration) => `Ein neuer Versuch ist in ${duration} möglich.`,
    retryNow: 'Ein neuer Versuch ist jetzt möglich.',
    network_or_cors: {
      title: (host) => `${host ?? 'Der Server'} war nicht zu erreichen`,
      intro: 'Drei wahrscheinliche Gründe:',
      causes: [
        'Die Adresse ist falsch, oder der Server läuft nicht.',
        'Der Server erlaubt keine Anfragen von dieser Seite (CORS).',
        'Eine Firewall, ein VPN oder ein Inhaltsblocker steht dazwischen.',
      ],
    },
    offline: {
      title: 'Dieses Gerät war offline',
      detail: 'Mit dem Netz verbinden, dann noch einmal versuchen.',
      back: 'Wieder online.',
    },
    auth: {
      title: 'Der Schlüssel wurde nicht angenommen',
      detail: 'Den Schlüssel in den Einstellungen prüfen.',
      noKey: 'Dieser Server braucht einen Schlüssel',
      addKey: 'Einen in den Einstellungen angeben.',
      signedOut: 'Sie sind abgemeldet',
      signIn: 'Nach dem Anmelden erneut versuchen.',
    },
    billing: {
      title: 'Das Konto hat kein Guthaben mehr',
      detail: 'Beim Anbieter Guthaben aufladen, dann erneut versuchen.',
    },
    not_found: {
      title: 'Kein solches Modell oder keine solche Adresse',
      noModel: (model) => `Kein Modell namens ${model}`,
      detail: 'Ein anderes Modell wählen oder die Adresse prüfen.',
    },
    context_overflow: {
      title: (used, max) =>
        used && max ? `Zu lang für dieses Modell: ${used} von ${max} Tokens` : 'Das Gespräch ist zu lang',
      detail: 'Bei einer späteren Nachricht beginnen oder diese kürzen.',
    },
    rate_limit: { title: 'Vom Anbieter gedrosselt' },
    overloaded: { title: 'Der Anbieter ist überlastet', detail: 'Gleich erneut versuchen.' },
    unsupported_field: {
      title: (field) => (field ? `Der Server wies \`${field}\` zurück` : 'Der Server wies ein Feld zurück'),
      detail: 'Dieselbe Anfrage kann ohne das Feld gesendet werden.',
    },
    malformed_stream: {
      title: 'Ein Teil der Übertragung war nicht lesbar',
      detail: 'Alles Lesbare steht oben.',
    },
    tool_loop_limit: {
      title: (rounds) => `Nach ${rounds ?? 'zu vielen'} Runden von Aufrufen angehalten`,
      detail: 'Weiter erlaubt mehr.',
    },
    invalid_request: { title: 'Der Server wies die Anfrage zurück' },
    content_filter: {
      title: 'Vom Inhaltsfilter des Anbieters zurückgehalten',
      detail: 'Die Nachricht anders formulieren und noch einmal senden.',
    },
    timeout: {
      title: 'Der Server antwortete nicht rechtzeitig',
      connect_timeout: 'Der Server begann nicht rechtzeitig zu antworten',
      first_token_timeout: 'Die Antwort begann nicht rechtzeitig',
      idle_timeout: 'Die Übertragung verstummte',
      total_timeout: 'Die Antwort dauerte länger als erlaubt',
      detail: 'Was ankam, bleibt erhalten.',
    },
    aborted: { title: 'Von Ihnen angehalten', detail: 'Was ankam, bleibt erhalten.' },
    empty_response: {
      title: 'Der Server sandte eine leere Antwort',
      detail: 'Weder Text noch ein Aufruf noch ein Grund kamen an.',
    },
    normalize: {
      title: 'Dieses Gespräch lässt sich nicht umwandeln',
      detail: 'Es wurde nichts geändert.',
    },
    protocol: {
      title: 'Dieses Gespräch ist nicht in Ordnung',
      detail: 'Es wurde nichts geändert.',
    },
    provider: {
      title: 'Der Anbieter meldete einen Fehler',
      unavailable: 'Der Assistent ist zurzeit nicht erreichbar',
    },
    details: 'Einzelheiten',
    status: 'Status',
    requestId: 'Anfrage-Kennung',
    code: 'Code',
    host: 'Host',
    body: 'Rohe Antwort',
  },
  actions: {
    continue: 'Weiter',
    retry: 'Erneut versuchen',
    raiseLimit: 'Limit erhöhen und erneut versuchen',
    editMessage: 'Nachricht bearbeiten',
    edit: 'Bearbeiten',
    addResult: 'Ergebnis angeben',
    openInWire: 'Im Wire zeigen',
    openSettings: 'Einstellungen öffnen',
    pickModel: 'Modell wählen',
    startFromHere: 'Hier beginnen',
    retryWithoutField: 'Ohne das Feld erneut',
  },
}
