import type { ToolOffer } from '../request/chat-request.js'
import type { ScriptedResult } from '../script/scenario.js'
import { gazetteer, cityZones, namesIn, expressionsIn, conversionsIn, spellAs } from './facts.js'

export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Numbers of five digits and more with separators; a year is none. */
const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })

/** A value as text: strings as they are, large numbers with separators, everything else as JSON. */
export function shown(value: unknown): string {
  if (typeof value === 'number' && Math.abs(value) >= 10_000) return figures.format(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** At most this many letters, with an ellipsis when it was cut. */
export function clip(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

type Args = Record<string, unknown>

/** A tool whose meaning the scenarios know. */
export interface KnownTool {
  name: string
  /** Arguments for what the prompt asks; none when it asks for something else. */
  fromPrompt(prompt: string, offer: ToolOffer): Args[]
  /** Arguments for a prompt that asks nothing of the kind. */
  examples(offer: ToolOffer): Args[]
  /** Arguments that fit the schema and make the tool fail. */
  failing: Args
}

const countries = gazetteer.map((entry) => entry.country)

function convert(value: number, from: string, to: string, offer: ToolOffer): Args {
  const properties = (offer.parameters['properties'] ?? {}) as Record<string, { enum?: unknown } | undefined>
  return { value, from: spellAs(from, properties['from']?.enum), to: spellAs(to, properties['to']?.enum) }
}

export const knownTools: readonly KnownTool[] = [
  {
    name: 'get_time',
    fromPrompt(prompt) {
      if (!/\b(time|clock|hour|late|early)\b/i.test(prompt)) return []
      const zones = prompt.match(/\b[A-Z][a-z]+\/[A-Z][A-Za-z_]+\b/g)
      return (zones ?? namesIn(prompt, Object.keys(cityZones)).map((city) => cityZones[city])).map(
        (timezone) => ({ timezone }),
      )
    },
    examples: () => [{ timezone: 'Europe/Oslo' }, { timezone: 'Asia/Tokyo' }, { timezone: 'America/Lima' }],
    failing: { timezone: 'Mars/Olympus_Mons' },
  },
  {
    name: 'look_up',
    fromPrompt(prompt) {
      if (
        !/\b(population|people|inhabitants|capital|area|currency|countr(y|ies)|look up|compare)\b/i.test(
          prompt,
        )
      )
        return []
      return namesIn(prompt, countries).map((country) => ({ country }))
    },
    examples: () => [{ country: 'Norway' }, { country: 'Japan' }, { country: 'Peru' }],
    failing: { country: 'Atlantis' },
  },
  {
    name: 'convert_units',
    fromPrompt: (prompt, offer) =>
      conversionsIn(prompt).map(({ value, from, to }) => convert(value, from, to, offer)),
    examples: (offer) => [
      convert(26.2, 'mi', 'km', offer),
      convert(72, 'kg', 'lb', offer),
      convert(20, 'C', 'F', offer),
    ],
    failing: { value: 12, from: 'furlong', to: 'kelvin' },
  },
  {
    name: 'calculate',
    fromPrompt: (prompt) => expressionsIn(prompt).map((expression) => ({ expression })),
    examples: () => [
      { expression: '2340 * 17 / 100' },
      { expression: '12 * 52' },
      { expression: '(18 + 24) / 7' },
    ],
    failing: { expression: '2340 * (17 /' },
  },
  {
    name: 'query_json',
    fromPrompt(prompt) {
      const query = /\$(?:\.{1,2}[\w*[]|\[)\S*/.exec(prompt)?.[0].replace(/(?<![.,;:?!])[.,;:?!]+$/, '')
      return query && /\b(json|file|query|find|attached)\b/i.test(prompt) ? [{ query }] : []
    },
    examples: () => [{ query: '$.*' }, { query: '$..name' }],
    failing: { query: '$.items[' },
  },
]

/** The last part of a zone name as people say it: "America/New_York" is New York. */
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** The first of these fields that a result has; a result that is no object is its own value. */
function pick(result: unknown, ...names: string[]): string | undefined {
  if (!isFields(result))
    return typeof result === 'string' || typeof result === 'number' ? String(result) : undefined
  const name = names.find((key) => typeof result[key] === 'string' || typeof result[key] === 'number')
  return name === undefined ? undefined : shown(result[name])
}

/** The question of a call as part of a sentence; undefined for unknown tools. */
export function knownQuestion(name: string, argumentText: string): string | undefined {
  const args = parseJson(argumentText)
  if (!isFields(args)) return undefined
  const { timezone, expression, value, from, to, country, query } = args
  if (name === 'query_json' && typeof query === 'string') return `what ${query} finds in the file`
  if (name === 'get_time' && typeof timezone === 'string') return `the time in ${cityOf(timezone)}`
  if (name === 'look_up' && typeof country === 'string') return `the figures for ${country}`
  if (name === 'calculate' && typeof expression === 'string') return `what ${expression} comes to`
  if (name === 'convert_units' && value !== undefined)
    return `what ${shown(value)} ${shown(from)} is in ${shown(to)}`
  return undefined
}

/** The result of a known tool as a sentence; undefined when the tool or the shape of its result is not known. */
export function knownSentence({
  name,
  arguments: argumentText,
  content,
}: ScriptedResult): string | undefined {
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

function timeSentence({ timezone }: Fields, result: unknown): string | undefined {
  const time = pick(result, 'time', 'local_time', 'localTime', 'local', 'datetime', 'iso', 'now')
  if (!time || typeof timezone !== 'string') return undefined
  const date = isFields(result) ? pick(result, 'date', 'weekday', 'day') : undefined
  return `In **${cityOf(timezone)}** it is **${time}**${date ? `, ${date}` : ''}.`
}

function lookUpSentence({ country }: Fields, result: unknown): string | undefined {
  if (!isFields(result) || typeof country !== 'string') return undefined
  const facts = Object.entries(result).filter(([, value]) => value !== country && value !== null)
  const told = facts.map(([key, value]) => {
    const name = key.replace(/_km2$/i, '').replaceAll('_', ' ')
    return `${name} ${shown(value)}${/_km2$/i.test(key) ? ' km²' : ''}`
  })
  return told.length > 0 ? `**${country}**: ${told.join(', ')}.` : undefined
}
