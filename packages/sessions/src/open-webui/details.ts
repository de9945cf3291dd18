import { findTagged } from '../shared/tags.js'

/** A fold that Open WebUI writes into the text of an answer. */
export interface Fold {
  type: 'reasoning' | 'tool_calls' | 'code_interpreter'
  attributes: Readonly<Record<string, string>>
  body: string
}

const FOLD = /<(details) type="(reasoning|tool_calls|code_interpreter)"([^>]*)>\n?/g
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  lt: '<',
  gt: '>',
  amp: '&',
}

const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(quot|apos|#39|#x27|lt|gt|amp);/g, (_, name: string) => ENTITIES[name]!)

/** The text of an answer as words and folds, in their order. */
export function splitFolds(text: string): (string | Fold)[] {
  const pieces: (string | Fold)[] = []
  let from = 0
  for (const { match, body: whole, start, end } of findTagged(text, FOLD)) {
    const before = text.slice(from, start)
    if (before.trim() !== '') pieces.push(before.trim())
    const attributes = Object.fromEntries(
      [...match[3]!.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        unescapeHtml(value!),
      ]),
    )
    const body = withoutSummary(whole)
    pieces.push({ type: match[2] as Fold['type'], attributes, body })
    from = text[end] === '\n' ? end + 1 : end
  }
  const rest = text.slice(from)
  if (from === 0) return [text]
  if (rest.trim() !== '') pieces.push(rest.trim())
  return pieces
}

function withoutSummary(body: string): string {
  const [summary] = findTagged(body, /<(summary)>/g)
  return summary ? body.slice(0, summary.start) + body.slice(summary.end).replace(/^\n/, '') : body
}

/** A thought is quoted line by line. */
export const unquote = (text: string): string =>
  unescapeHtml(
    text
      .split('\n')
      .map((line) => line.replace(/^> ?/, ''))
      .join('\n')
      .trim(),
  )
