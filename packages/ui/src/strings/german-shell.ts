import type { englishShell } from './english-shell.js'

export const germanShell: typeof englishShell = {
  palette: 'Befehle',
  search: 'Befehl eingeben',
  nothingFound: 'Kein Befehl passt.',
  shortcuts: 'Tastenkürzel',
  close: 'Schließen',
  singleKeys: 'Tasten ohne Strg, Alt oder Befehl wirken auch',
  changeKeys: (label) => `Tasten ändern für: ${label}`,
  pressKeys: 'Tasten drücken …',
  noKeys: 'keine',
  sameKeys: (other) => `Dieselben Tasten wie: ${other}`,
  resetKeys: 'Zurück zu den üblichen Tasten',
}
