/** Units that a prompt may name: the usual symbol first, then its other spellings. */
const units: readonly (readonly string[])[] = [
  ['km', 'kilometre', 'kilometres', 'kilometer', 'kilometers'],
  ['mi', 'mile', 'miles'],
  ['m', 'metre', 'metres', 'meter', 'meters'],
  ['ft', 'foot', 'feet'],
  ['cm', 'centimetre', 'centimetres', 'centimeter', 'centimeters'],
  ['in', 'inch', 'inches'],
  ['kg', 'kilogram', 'kilograms', 'kilo', 'kilos'],
  ['lb', 'lbs', 'pound', 'pounds'],
  ['g', 'gram', 'grams'],
  ['oz', 'ounce', 'ounces'],
  ['l', 'litre', 'litres', 'liter', 'liters'],
  ['gal', 'gallon', 'gallons'],
  ['C', '°c', 'c', 'celsius'],
  ['F', '°f', 'f', 'fahrenheit'],
]

const number = String.raw`(-?\d[\d,]*(?:\.\d+)?)`
const words = units
  .flat()
  .sort((a, b) => b.length - a.length)
  .join('|')
const request = new RegExp(
  String.raw`${number}\s*(?:degrees\s+)?(${words})\b\s+(?:to|in|into|as)\s+(?:degrees\s+)?(${words})(?![\p{L}])`,
  'giu',
)

export interface Conversion {
  value: number
  from: string
  to: string
}

/** Conversions that a text asks for: "26.2 miles to km", "20 °C in Fahrenheit". */
export function conversionsIn(text: string): Conversion[] {
  return [...text.matchAll(request)].map(([, value = '', from = '', to = '']) => ({
    value: Number(value.replaceAll(',', '')),
    from: symbolOf(from),
    to: symbolOf(to),
  }))
}

function spellingsOf(word: string): readonly string[] {
  return (
    units.find((spellings) =>
      spellings.some((spelling) => spelling.toLowerCase() === word.toLowerCase()),
    ) ?? [word]
  )
}

export function symbolOf(word: string): string {
  return spellingsOf(word)[0] ?? word
}

/** The spelling of a unit that a schema's `enum` lists; the symbol when there is no list. */
export function spellAs(unit: string, allowed: unknown): string {
  if (!Array.isArray(allowed)) return unit
  const spellings = spellingsOf(unit).map((spelling) => spelling.toLowerCase())
  const fit: unknown = allowed.find(
    (entry) => typeof entry === 'string' && spellings.includes(entry.toLowerCase()),
  )
  return typeof fit === 'string' ? fit : unit
}
