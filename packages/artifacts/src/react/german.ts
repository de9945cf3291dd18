import type { englishArtifacts } from './english.js'

/** The words of artifacts in German: `strings={{ artifacts: germanArtifacts }}`. In an entry of its own. */
export const germanArtifacts: typeof englishArtifacts = {
  kind: { document: 'Dokument', code: 'Code', page: 'Seite' },
  open: 'Öffnen',
  version: (n) => `Fassung ${n}`,
  writing: 'Wird geschrieben',
  panel: (title) => `Artefakt: ${title}`,
  none: 'Artefakt',
  source: 'Quelltext',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich',
  download: 'Herunterladen',
  full: 'Groß öffnen',
  close: 'Artefakt schließen',
  closeFull: 'Schließen',
  frame: (title) => `Seite: ${title}`,
  restart: 'Neu starten',
  gone: 'Diese Unterhaltung hat das Artefakt nicht mehr.',
  problem: {
    blocked: 'Die Seite lässt sich nicht zeigen. Die Sicherheitsregeln dieser App verhindern es.',
    left: 'Die Seite wurde beendet. Sie wollte zu einer anderen Adresse gehen.',
    flood: 'Die Seite wurde beendet. Sie sendete zu viele Nachrichten.',
  },
}
