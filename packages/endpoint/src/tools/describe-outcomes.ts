import type { ToolOutcome } from '../script/turn.js'

type Fields = Record<string, unknown>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a call was about, in a few words: "Europe/Oslo", "26.2 mi to km". */
export function subjectOf(outcome: Pick<ToolOutcome, 'name' | 'arguments'>): string {
  const args = parse(outcome.arguments)
  if (!isFields(args)) return clip(outcome.arguments, 40)
  const { timezone, expression, value, from, to, country } = args
  if (typeof timezone === 'string') return timezone
  if (typeof expression === 'string') return expression
  if (value !== undefined && from !== undefined && to !== undefined)
    return `${shown(value)} ${shown(from)} to ${shown(to)}`
  if (typeof country === 'string') return country
  return clip(Object.values(args).map(shown).join(', '), 40)
}

/** A result on one line, its values exactly as they came. */
export function resultLine(content: string): string {
  const value = parse(content)
  if (isFields(value))
    return Object.entries(value)
      .map(([key, field]) => `${words(key)} ${shown(field)}`)
      .join(', ')
  if (Array.isArray(value)) return `${value.length} entries: ${clip(value.map(shown).join('; '), 160)}`
  return clip(content.trim().replace(/\s+/g, ' '), 200) || 'nothing'
}

/** One list entry for each call: what was asked, and what came back or failed. */
export function outcomeList(outcomes: readonly ToolOutcome[]): string {
  return outcomes
    .map((outcome) => {
      const head = `- **${subjectOf(outcome)}** (\`${outcome.name}\`)`
      return outcome.failed
        ? `${head} failed: ${failureLine(outcome)}`
        : `${head}: ${resultLine(outcome.content)}`
    })
    .join('\n')
}

/** The error of a failed call on one line. */
export function failureLine(outcome: ToolOutcome): string {
  const value = parse(outcome.content)
  const error = isFields(value) ? (value['error'] ?? value['message']) : undefined
  const text = isFields(error) ? (error['message'] ?? JSON.stringify(error)) : (error ?? outcome.content)
  return clip(shown(text).trim().replace(/\s+/g, ' '), 200)
}

function words(key: string): string {
  return key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function clip(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}
