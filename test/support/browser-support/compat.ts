import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'

/** A node of the compatibility data: a feature, or a group of them. */
export type Feature = Identifier

/** MDN's compatibility data. Read and not imported: the test runner would make a module of its 17 MB. */
export const compat = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
) as Record<'api' | 'css' | 'html' | 'javascript', Feature>

/** The names that a browserslist has for the browsers of the compatibility data. */
const BROWSERS = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  and_chr: 'chrome_android',
  and_ff: 'firefox_android',
  ios_saf: 'safari_ios',
} as const

export type Oldest = { name: string; browser: (typeof BROWSERS)[keyof typeof BROWSERS]; version: string }[]

/** The oldest browsers that the kit supports: the browserslist of this repository, each line `name >= version`. */
export function oldestBrowsers(): Oldest {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(manifest) as { browserslist: string[] }).browserslist.map((line) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? []
    if (!name || !version || !(name in BROWSERS))
      throw new Error(`The browserslist has a line that this check cannot read: ${line}`)
    return { name, browser: BROWSERS[name as keyof typeof BROWSERS], version }
  })
}

const isAtMost = (version: string, limit: string): boolean => {
  const parts = (text: string) => text.replace('≤', '').split('.').map(Number)
  const [a, b] = [parts(version), parts(limit)]
  for (let i = 0; i < Math.max(a.length, b.length); i++)
    if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) < (b[i] ?? 0)
  return true
}

/** Support under the standard name, without a switch, that had not ended by then. Partial support counts: what is missing is mostly elsewhere. */
const counts = (one: SimpleSupportStatement, version: string): boolean =>
  typeof one.version_added === 'string' &&
  one.version_added !== 'preview' &&
  isAtMost(one.version_added, version) &&
  (typeof one.version_removed !== 'string' || !isAtMost(one.version_removed, version)) &&
  !one.flags &&
  !one.prefix &&
  !one.alternative_name

/** The oldest browsers that do not have a feature, such as `safari 17.4`. */
function missingIn({ support }: CompatStatement, oldest: Oldest): string[] {
  return oldest.flatMap(({ name, browser, version }) => {
    const statements = support[browser]
    const all = Array.isArray(statements) ? statements : statements ? [statements] : []
    return all.some((one) => counts(one, version)) ? [] : [`${name} ${version}`]
  })
}

/** Returns the feature at a path of the data, such as `css.properties.gap`. */
export function featureAt(path: string): Feature | undefined {
  let feature: Feature | undefined = compat
  for (const key of path.split('.')) feature = feature?.[key]
  return feature
}

/** Every feature below a node, with its path. */
export function* featuresBelow(node: Feature, path: string): Generator<Found & { key: string }> {
  for (const [key, feature] of Object.entries(node)) {
    if (key === '__compat') continue
    const inner = `${path}.${key}`
    yield { path: inner, key, feature: feature as Feature }
    yield* featuresBelow(feature as Feature, inner)
  }
}

/** A feature by its path in the data, such as `css.properties.gap`. */
export interface Found {
  path: string
  feature: Feature
}

/** Something that is used, and where. A name that several features share is any of them. */
export interface Use {
  anyOf: Found[]
  where: string
}

export interface Beyond {
  /** The oldest browsers without it. */
  missing: string[]
  /** The files that use it. */
  where: Set<string>
}

/** Returns the features in use that one of the oldest browsers lacks, by path. */
export function beyondOldest(uses: Iterable<Use>, oldest: Oldest): Map<string, Beyond> {
  const found = new Map<string, Beyond>()
  for (const { anyOf, where } of uses) {
    let best: { path: string; missing: string[] } | undefined
    for (const { path, feature } of anyOf) {
      const missing = feature.__compat ? missingIn(feature.__compat, oldest) : []
      if (!best || missing.length < best.missing.length) best = { path, missing }
    }
    if (!best || best.missing.length === 0) continue
    const known = found.get(best.path) ?? { missing: best.missing, where: new Set<string>() }
    found.set(best.path, known)
    known.where.add(where)
  }
  return found
}
