import { isRecord, parseJson } from '@antiphon/base'
import type { ScriptedResult } from '../script/scenario.js'

type Call = Pick<ScriptedResult, 'name' | 'arguments'>
const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })

/** A value as text: strings as they are, numbers of five digits and more with separators (a year has four), the rest as JSON. */
function shown(value: unknown): string {
  if (typeof value === 'number' && Math.abs(value) >= 10_000) return figures.format(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** At most this many letters, with an ellipsis when it was cut. */
function clip(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

const oneLine = (text: string, most = 200): string => clip(text.trim().replace(/\s+/g, ' '), most)

const words = (key: string): string => key.replace(/[_-]+/g, ' ').toLowerCase()

/** The subject of a call in a few words: "Europe/Oslo", "26.2 mi to km". Empty for a call that names none. */
export function subjectOf(call: Call): string {
  const args = parseJson(call.arguments)
  if (!isRecord(args)) return oneLine(call.arguments, 40)
  const { value, from, to } = args
  if (value !== undefined && from !== undefined && to !== undefined)
    return oneLine(`${shown(value)} ${shown(from)} to ${shown(to)}`, 40)
  const values = Object.values(args).map(shown)
  return oneLine(values.filter((text) => /[\p{L}\p{N}]/u.test(text)).join(', '), 40)
}

/** A call as the beginning of a sentence: its subject in bold and its tool, or the tool alone. */
export function titleOf(call: Call): string {
  const subject = subjectOf(call)
  const tool = `\`${call.name}\``
  // A star in an argument would end the bold.
  return subject ? `**${subject.replace(/[*\\`]/g, '\\$&')}** (${tool})` : tool
}

/** A result on one line with its values unchanged. Values that repeat the arguments are left out. */
export function resultLine({ content, arguments: args }: Omit<ScriptedResult, 'name'>): string {
  const value = parseJson(content)
  if (Array.isArray(value)) return `${value.length} found: ${clip(value.map(shown).join(', '), 160)}`
  if (!isRecord(value)) return oneLine(content) || 'nothing'
  const asked = parseJson(args)
  const news = Object.entries(value).filter(([key, field]) => !(isRecord(asked) && asked[key] === field))
  return clip(news.map(([key, field]) => `${words(key)} ${shown(field)}`).join(', '), 240) || 'nothing new'
}

/** One sentence for a result of the demo's tools: "In Oslo it is 14:05."; any other result on one line. */
export function sentenceOf(outcome: ScriptedResult): string {
  const [args, result] = [parseJson(outcome.arguments), parseJson(outcome.content)]
  if (isRecord(args) && isRecord(result)) {
    const { timezone, value, from, to } = args
    if (outcome.name === 'get_time' && result['time'] !== undefined)
      return `In **${cityOf(shown(timezone))}** it is **${shown(result['time'])}**, ${shown(result['date'])}.`
    if (outcome.name === 'convert_units' && result['result'] !== undefined)
      return `${shown(value)} ${shown(from)} is **${shown(result['result'])} ${shown(to)}**.`
  }
  return `${titleOf(outcome)}: ${resultLine(outcome)}`
}

/** The last part of a zone name as people say it: "America/New_York" is New York. */
const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** One list entry for each call: its result, or how it failed. */
export function outcomeList(outcomes: readonly ScriptedResult[]): string {
  return outcomes
    .map((outcome) => {
      if (!outcome.failed) return `- ${sentenceOf(outcome)}`
      return `- ${titleOf(outcome)} failed: ${failureLine(outcome)}`
    })
    .join('\n')
}

/** The error of a failed call on one line. */
export function failureLine({ content }: Pick<ScriptedResult, 'content'>): string {
  const value = parseJson(content)
  const error = isRecord(value) ? (value['error'] ?? value['message']) : undefined
  const text = isRecord(error) ? (error['message'] ?? error) : (error ?? content)
  return oneLine(shown(text))
}
