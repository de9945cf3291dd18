declare module '@antiphon/ui/parts' {
  interface EntryStrings {
    tokens: typeof englishTokens
  }
}

/** Words of the view that shows how sure a model was of each token. */
export const englishTokens = {
  title: 'How sure the model was',
  close: 'Close',
  showMore: 'Show more',
  list: 'The answer, token by token',
  summary: (tokens: string, doubted: number, shown: string) =>
    doubted === 0 ? `${tokens} tokens, all at 50% or more` : `${tokens} tokens, ${shown} below 50%`,
  previous: 'Previous token below 50%',
  next: 'Next token below 50%',
  token: (text: string, percent: string) => (percent ? `${text}, ${percent}` : text),
  alternatives: 'Alternatives',
  alone: 'The server named no alternatives here.',
  goOn: 'Go on from this',
  goOnFrom: (text: string) => `Go on from this: ${text}`,
}
