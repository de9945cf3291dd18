import type { ToolOffer } from '../request/chat-request.js'
import { gazetteer } from '../data/gazetteer.js'
import { cityZones, namesIn } from './cities.js'
import { expressionsIn } from './expressions.js'
import { conversionsIn, spellAs } from './units.js'

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
      const query = /\$(?:\.{1,2}[\w*[]|\[)\S*/.exec(prompt)?.[0].replace(/[.,;:?!]+$/, '')
      return query && /\b(json|file|query|find|attached)\b/i.test(prompt) ? [{ query }] : []
    },
    examples: () => [{ query: '$.*' }, { query: '$..name' }],
    failing: { query: '$.items[' },
  },
  {
    name: 'fetch_page',
    fromPrompt(prompt, offer) {
      if (!/\b(fetch|read|open|summari[sz]e)\b/i.test(prompt)) return []
      const url = /https?:\/\/[^\s<>"')]+/.exec(prompt)?.[0].replace(/[.,;:?!]+$/, '')
      if (url !== undefined) return [{ url }]
      return /\bpages?\b/i.test(prompt) ? [{ url: listedPage(offer) }] : []
    },
    examples: (offer) => [{ url: listedPage(offer) }],
    failing: { url: 'https://pages.example/not-on-the-list' },
  },
]

/** The first page that the tool itself names. */
function listedPage(offer: ToolOffer): string {
  const properties = (offer.parameters['properties'] ?? {}) as Record<
    string,
    { examples?: unknown } | undefined
  >
  const examples = properties['url']?.examples
  const [first] = Array.isArray(examples) ? (examples as unknown[]) : []
  return typeof first === 'string' ? first : 'https://pages.example/harbour'
}
