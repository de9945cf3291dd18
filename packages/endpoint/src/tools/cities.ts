/** Cities that a prompt may name, with their time zone. */
export const cityZones: Readonly<Record<string, string>> = {
  Amsterdam: 'Europe/Amsterdam',
  Athens: 'Europe/Athens',
  Auckland: 'Pacific/Auckland',
  Bangkok: 'Asia/Bangkok',
  Berlin: 'Europe/Berlin',
  Bogota: 'America/Bogota',
  Cairo: 'Africa/Cairo',
  Chicago: 'America/Chicago',
  Copenhagen: 'Europe/Copenhagen',
  Delhi: 'Asia/Kolkata',
  Denver: 'America/Denver',
  Dubai: 'Asia/Dubai',
  Dublin: 'Europe/Dublin',
  Helsinki: 'Europe/Helsinki',
  'Hong Kong': 'Asia/Hong_Kong',
  Istanbul: 'Europe/Istanbul',
  Jakarta: 'Asia/Jakarta',
  Johannesburg: 'Africa/Johannesburg',
  Kyiv: 'Europe/Kyiv',
  Lagos: 'Africa/Lagos',
  Lima: 'America/Lima',
  Lisbon: 'Europe/Lisbon',
  London: 'Europe/London',
  'Los Angeles': 'America/Los_Angeles',
  Madrid: 'Europe/Madrid',
  Melbourne: 'Australia/Melbourne',
  'Mexico City': 'America/Mexico_City',
  Mumbai: 'Asia/Kolkata',
  Nairobi: 'Africa/Nairobi',
  'New York': 'America/New_York',
  Oslo: 'Europe/Oslo',
  Paris: 'Europe/Paris',
  Reykjavik: 'Atlantic/Reykjavik',
  Rome: 'Europe/Rome',
  'San Francisco': 'America/Los_Angeles',
  Santiago: 'America/Santiago',
  Seoul: 'Asia/Seoul',
  Shanghai: 'Asia/Shanghai',
  Singapore: 'Asia/Singapore',
  Stockholm: 'Europe/Stockholm',
  Sydney: 'Australia/Sydney',
  Tokyo: 'Asia/Tokyo',
  Toronto: 'America/Toronto',
  Vienna: 'Europe/Vienna',
  Warsaw: 'Europe/Warsaw',
  Zurich: 'Europe/Zurich',
}

/** The names of a list that a text contains as words, in the order of the text. */
export function namesIn(text: string, names: readonly string[]): string[] {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, ' ')} `
  return names
    .map((name) => ({ name, at: lower.indexOf(` ${name.toLowerCase()} `) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)
}
