import type { ToolOutcome } from '../script/turn.js'
import { clip, type Fields, isFields, parseJson, shown } from './json-fields.js'

/** The last part of a zone name as people say it: "America/New_York" is New York. */
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** The first of these fields that a result has; a result that is no object is its own value. */
function pick(result: unknown, ...names: string[]): string | undefined {
  if (!isFields(result))
    return typeof result === 'string' || typeof result === 'number' ? String(result) : undefined
  const name = names.find((key) => typeof result[key] === 'string' || typeof result[key] === 'number')
  return name === undefined ? undefined : shown(result[name])
}

/** What a call wants to know, as part of a sentence; undefined for tools whose meaning is not known. */
export function knownQuestion(name: string, argumentText: string): string | undefined {
  const args = parseJson(argumentText)
  if (!isFields(args)) return undefined
  const { timezone, expression, value, from, to, country, query, url } = args
  if (name === 'query_json' && typeof query === 'string') return `what ${query} finds in the file`
  if (name === 'fetch_page' && typeof url === 'string') return `what stands on ${url}`
  if (name === 'get_time' && typeof timezone === 'string') return `the time in ${cityOf(timezone)}`
  if (name === 'look_up' && typeof country === 'string') return `the figures for ${country}`
  if (name === 'calculate' && typeof expression === 'string') return `what ${expression} comes to`
  if (name === 'convert_units' && value !== undefined)
    return `what ${shown(value)} ${shown(from)} is in ${shown(to)}`
  return undefined
}

/** The result of a known tool as a sentence; undefined when the tool or the shape of its result is not known. */
export function knownSentence({ name, arguments: argumentText, content }: ToolOutcome): string | undefined {
  const args = parseJson(argumentText)
  if (!isFields(args) || content.trim() === '') return undefined
  const result = parseJson(content) ?? clip(content.trim().replace(/\s+/g, ' '), 200)
  switch (name) {
    case 'get_time':
      return timeSentence(args, result)
    case 'calculate': {
      const value = pick(result, 'result', 'value', 'answer')
      return value && `\`${shown(args['expression'])}\` is **${value}**.`
    }
    case 'convert_units': {
      const value = pick(result, 'result', 'converted', 'value')
      const unit = value && /[\p{L}°]/u.test(value) ? '' : ` ${shown(args['to'])}`
      return value && `${shown(args['value'])} ${shown(args['from'])} is **${value}${unit}**.`
    }
    case 'look_up':
      return lookUpSentence(args, result)
    case 'query_json':
      return querySentence(args, result)
    case 'fetch_page':
      return pageSentence(args, content)
    default:
      return undefined
  }
}

function querySentence({ query }: Fields, result: unknown): string | undefined {
  const values = isFields(result) ? result['values'] : result
  if (!Array.isArray(values)) return undefined
  const count = isFields(result) ? shown(result['matches']) : String(values.length)
  const found = values.length === 0 ? '' : `: ${clip(values.map(shown).join(', '), 200)}`
  return `\`${shown(query)}\` finds **${count}**${found}.`
}

/** A page as text: its title or address first, its first paragraph as the quotation. */
function pageSentence({ url }: Fields, content: string): string | undefined {
  const lines = content.split('\n').filter((line) => line.trim() !== '' && line !== url)
  const paragraph = lines.find((line, i) => i > 0 && line.length > 40 && !line.startsWith('#')) ?? lines[0]
  return paragraph && `**${clip(lines[0] ?? '', 80)}** says:\n\n> ${clip(paragraph, 300)}`
}

function timeSentence({ timezone }: Fields, result: unknown): string | undefined {
  const time = pick(result, 'time', 'local_time', 'localTime', 'local', 'datetime', 'iso', 'now')
  if (!time || typeof timezone !== 'string') return undefined
  const date = isFields(result) ? pick(result, 'date', 'weekday', 'day') : undefined
  return `In **${cityOf(timezone)}** it is **${time}**${date ? `, ${date}` : ''}.`
}

function lookUpSentence({ country }: Fields, result: unknown): string | undefined {
  if (!isFields(result) || typeof country !== 'string') return undefined
  const facts = Object.entries(result).filter(([, value]) => value !== country && value !== null)
  const told = facts.map(
    ([key, value]) => `${key.replace(/_km2$/i, ' in km²').replaceAll('_', ' ')} ${shown(value)}`,
  )
  return told.length > 0 ? `**${country}**: ${told.join(', ')}.` : undefined
}
