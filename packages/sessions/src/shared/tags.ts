export interface Tagged {
  /** The opening tag, with the name first among its groups. */
  match: RegExpExecArray
  body: string
  start: number
  end: number
}

/**
 * The stretches of a text between an opening tag and the next closing one of its name. An expression that looks for both
 * reads the rest of the text once for each tag that is left open; this reads the text twice at most.
 *
 * @param open finds an opening tag, and is global. Its first group is the name.
 */
export function* findTagged(text: string, open: RegExp): Generator<Tagged> {
  const lastEnds = new Map<string, number>()
  for (const { 0: tag, index } of text.matchAll(/<\/\w+>/g)) lastEnds.set(tag, index)
  const search = new RegExp(open)
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const close = `</${match[1]!}>`
    const from = search.lastIndex
    if ((lastEnds.get(close) ?? -1) < from) continue
    const to = text.indexOf(close, from)
    search.lastIndex = to + close.length
    yield { match, body: text.slice(from, to), start: match.index, end: search.lastIndex }
  }
}
