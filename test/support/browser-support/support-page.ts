import { readFileSync } from 'node:fs'
import { featureAt, type Feature } from './compat.js'

export interface SupportRow {
  /** Features of the row, as paths of the compatibility data; each includes everything below it. */
  paths: string[]
  /** One of the first table: a person may notice that it is missing. */
  noticed: boolean
  /** The first version of Chrome, Firefox and Safari that has all of them; NaN where one has not. */
  since: number[]
}

const BROWSERS = { chrome: 'Chrome', firefox: 'Firefox', safari: 'Safari' } as const

const ROW = /^\| ((?:`[\w.-]+` ?)+) \| ([^|]*) \| (.+) \|$/

const pathsOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)

function knownFeature(path: string): Feature {
  const feature = featureAt(path)
  if (!feature?.__compat) throw new Error(`The compatibility data has no ${path}.`)
  return feature
}

/** The version that has a feature whole under its own name; NaN where there is none. */
function sinceWhen(feature: Feature, browser: keyof typeof BROWSERS): number {
  const statements = feature.__compat!.support[browser]
  const all = Array.isArray(statements) ? statements : statements ? [statements] : []
  const whole = all.find(
    (one) =>
      typeof one.version_added === 'string' &&
      !one.version_removed &&
      !one.flags &&
      !one.prefix &&
      !one.partial_implementation,
  )
  return whole ? Number.parseFloat(String(whole.version_added).replace('≤', '')) : Number.NaN
}

const since = (paths: string[]): number[] =>
  (Object.keys(BROWSERS) as (keyof typeof BROWSERS)[]).map((browser) =>
    Math.max(...paths.map((path) => sinceWhen(knownFeature(path), browser))),
  )

/** Fills the column `since` of the tables of docs/browsers.md from the compatibility data. */
export function writeSince(text: string): string {
  const names = Object.values(BROWSERS)
  return text
    .split('\n')
    .map((line) => {
      const [, paths, , words] = ROW.exec(line) ?? []
      if (!paths) return line
      const versions = since(pathsOf(paths)).flatMap((version, i) =>
        Number.isNaN(version) ? [] : `${names[i]} ${version}`,
      )
      return `| ${paths} | ${versions.join(', ') || '–'} | ${words} |`
    })
    .join('\n')
}

/** The tables of docs/browsers.md. */
export function readSupport(file: string): {
  support: { oldest: string; designed: string }[]
  rows: SupportRow[]
} {
  const text = readFileSync(file, 'utf8')
  const support = [...text.matchAll(/^\| \w[^|]+ \| ([\d.]+) \| ([\d.]+) \|$/gm)].map(
    ([, oldest, designed]) => ({ oldest: oldest!, designed: designed! }),
  )
  const noticed = text.slice(text.indexOf('<!-- noticed -->'), text.indexOf('<!-- end noticed -->'))
  const rows = text.split('\n').flatMap((line) => {
    const cell = ROW.exec(line)?.[1]
    if (!cell) return []
    const paths = pathsOf(cell)
    return { paths, noticed: noticed.includes(line), since: since(paths) }
  })
  return { support, rows }
}
