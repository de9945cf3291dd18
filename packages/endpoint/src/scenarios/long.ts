import { gazetteer, type GazetteerEntry } from '../data/gazetteer.js'
import type { Scenario } from '../script/scenario.js'

const figure = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

const density = (entry: GazetteerEntry) => (entry.population * 1_000_000) / entry.area

function compared(entry: GazetteerEntry, other: GazetteerEntry): string {
  const [larger, smaller] = entry.area >= other.area ? [entry, other] : [other, entry]
  const times = larger.area / smaller.area
  const size =
    times < 1.15
      ? `${entry.country} and ${other.country} are about the same size`
      : `${larger.country} has ${figure.format(times)} times the land of ${smaller.country}`
  const crowded = density(entry) >= density(other) ? entry : other
  return `${size}, and of the two ${crowded.country} is the more crowded.`
}

function rank(entry: GazetteerEntry, key: 'population' | 'area'): number {
  return gazetteer.filter((other) => other[key] > entry[key]).length + 1
}

function section(entry: GazetteerEntry, index: number): string {
  const { country, capital, population, area, currency, note } = entry
  const before = gazetteer[index - 1] ?? gazetteer.at(-1)
  const people =
    population < 1 ? `${figure.format(population * 1000)} thousand` : `${figure.format(population)} million`
  const lines = [
    `### ${index + 1}. ${country}`,
    `About **${people}** people live on ${figure.format(area)} square kilometres, that is ${figure.format(density(entry))} to each. The capital is ${capital}; prices are written in the ${currency}.`,
    note,
    `Among the ${gazetteer.length} countries of this list it is number ${rank(entry, 'population')} by people and number ${rank(entry, 'area')} by land.`,
    before ? compared(entry, before) : '',
  ]
  if (index % 5 === 4) lines.push(table(gazetteer.slice(index - 4, index + 1)))
  if (index % 10 === 9) lines.push(query(country))
  return lines.join('\n\n')
}

function table(entries: readonly GazetteerEntry[]): string {
  const rows = entries.map(
    ({ country, capital, population, area }) =>
      `| ${country} | ${capital} | ${figure.format(population)} | ${figure.format(area)} |`,
  )
  return ['| Country | Capital | Millions | km² |', '| --- | --- | ---: | ---: |', ...rows].join('\n')
}

function query(country: string): string {
  return [
    'The same comparison as a query:',
    '',
    '```sql',
    'select country, population * 1e6 / area as density',
    'from gazetteer',
    `where country <= '${country}'`,
    'order by density desc',
    'limit 5;',
    '```',
  ].join('\n')
}

const opening = `# A gazetteer of ${gazetteer.length} countries

One short entry for each, in the order of the alphabet: where it lies on the scale of land and people, and one thing that an atlas does not tell. Figures are rounded and from around 2024. Every fifth entry closes with a table of the last five.`

/** A long Markdown answer of over 4,000 words, four times as fast as the others. */
export const long: Scenario = {
  id: 'long',
  description: 'A long answer: over 4,000 words of Markdown.',
  play: () => [{ type: 'text', rate: 4, text: `${opening}\n\n${gazetteer.map(section).join('\n\n')}\n` }],
}
