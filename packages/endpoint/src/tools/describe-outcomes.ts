import type { ToolOutcome } from '../script/turn.js'
import { clip, isFields, parseJson, shown } from './json-fields.js'
import { knownSentence } from './known-sentences.js'

type Call = Pick<ToolOutcome, 'name' | 'arguments'>

/** What a call was about, in a few words: "Europe/Oslo", "26.2 mi to km". */
export function subjectOf(call: Call): string {
  const args = parseJson(call.arguments)
  if (!isFields(args)) return clip(call.arguments, 40)
  const { value, from, to } = args
  if (value !== undefined && from !== undefined && to !== undefined)
    return `${shown(value)} ${shown(from)} to ${shown(to)}`
  return clip(Object.values(args).map(shown).join(', '), 40)
}

/** A result on one line, its values exactly as they came; what only repeats the arguments is left out. */
export function resultLine({ content, arguments: args }: Pick<ToolOutcome, 'content' | 'arguments'>): string {
  const value = parseJson(content)
  if (Array.isArray(value)) return `${value.length} entries: ${clip(value.map(shown).join('; '), 160)}`
  if (!isFields(value)) return clip(content.trim().replace(/\s+/g, ' '), 200) || 'nothing'
  const asked = parseJson(args)
  const news = Object.entries(value).filter(([key, field]) => !(isFields(asked) && asked[key] === field))
  return clip(news.map(([key, field]) => `${words(key)} ${shown(field)}`).join(', '), 240) || 'nothing new'
}

/** One sentence for a result: "In Oslo it is 14:05." for tools whose meaning is known, else the result on one line. */
export function sentenceOf(outcome: ToolOutcome): string {
  const plain = knownSentence(outcome)
  return plain ?? `**${subjectOf(outcome)}** (\`${outcome.name}\`): ${resultLine(outcome)}`
}

/** One list entry for each call: what came back, or how it failed. */
export function outcomeList(outcomes: readonly ToolOutcome[]): string {
  return outcomes
    .map((outcome) => {
      if (!outcome.failed) return `- ${sentenceOf(outcome)}`
      return `- **${subjectOf(outcome)}** (\`${outcome.name}\`) failed: ${failureLine(outcome)}`
    })
    .join('\n')
}

/** The error of a failed call on one line. */
export function failureLine({ content }: Pick<ToolOutcome, 'content'>): string {
  const value = parseJson(content)
  const error = isFields(value) ? (value['error'] ?? value['message']) : undefined
  const text = isFields(error) ? (error['message'] ?? error) : (error ?? content)
  return clip(shown(text).trim().replace(/\s+/g, ' '), 200)
}

const countWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** A small count as a word. */
export function countWord(count: number): string {
  return countWords[count] ?? String(count)
}

function words(key: string): string {
  return key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}
