import type { englishTokens } from './english-tokens.js'

/** Words of the view that shows how sure a model was of each token. */
export const germanTokens: typeof englishTokens = {
  title: 'Wie sicher sich das Modell war',
  close: 'Schließen',
  showMore: 'Mehr zeigen',
  list: 'Die Antwort, Token für Token',
  summary: (tokens, doubted, shown) =>
    doubted === 0 ? `${tokens} Token, alle ab 50 %` : `${tokens} Token, davon ${shown} unter 50 %`,
  previous: 'Voriges Token unter 50 %',
  next: 'Nächstes Token unter 50 %',
  token: (text, percent) => (percent ? `${text}, ${percent}` : text),
  alternatives: 'Alternativen',
  alone: 'Der Server nennt hier keine Alternativen.',
  goOn: 'Von hier weiter',
  goOnFrom: (text) => `Von hier weiter: ${text}`,
}
