type Labels = Readonly<Record<string, string>>

/** Bounds of the buckets of all histograms, in seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60, 300]

interface Series {
  labels: Labels
  value: number
  /** Counts of values up to each bound, in a histogram. */
  buckets?: number[]
  count?: number
}

interface Family {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  series: Map<string, Series>
}

/** Figures of one process, in the text form of OpenMetrics 1.0. */
export interface Metrics {
  /** Adds to a counter or a gauge. The values of labels come from small sets, because each of them is kept. */
  add(name: string, labels?: Labels, by?: number): void
  /** Counts a duration in a histogram. */
  observe(name: string, seconds: number, labels?: Labels): void
  print(): string
}

/** @param families type and help of each name. A counter has no `_total` in its name: the text form adds it. */
export function createMetrics(
  families: Readonly<Record<string, readonly [Family['type'], string]>>,
): Metrics {
  const all = new Map<string, Family>(
    Object.entries(families).map(([name, [type, help]]) => [name, { type, help, series: new Map() }]),
  )
  const seriesOf = (name: string, labels: Labels): Series => {
    const { series } = all.get(name)!
    const key = print(labels)
    let found = series.get(key)
    if (!found) series.set(key, (found = { labels, value: 0 }))
    return found
  }
  return {
    add(name, labels = {}, by = 1) {
      seriesOf(name, labels).value += by
    },
    observe(name, seconds, labels = {}) {
      const series = seriesOf(name, labels)
      const buckets = (series.buckets ??= BOUNDS.map(() => 0))
      BOUNDS.forEach((bound, at) => seconds <= bound && buckets[at]!++)
      series.count = (series.count ?? 0) + 1
      series.value += seconds
    },
    print() {
      const lines = [...all].flatMap(([name, { type, help, series }]) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...[...series.values()].flatMap((one) => linesOf(name, type, one)),
      ])
      return `${lines.join('\n')}\n# EOF\n`
    },
  }
}

function linesOf(
  name: string,
  type: Family['type'],
  { labels, value, buckets, count = 0 }: Series,
): string[] {
  if (type === 'counter') return [`${name}_total${print(labels)} ${value}`]
  if (!buckets) return [`${name}${print(labels)} ${value}`]
  return [
    ...BOUNDS.map((bound, at) => `${name}_bucket${print({ ...labels, le: String(bound) })} ${buckets[at]}`),
    `${name}_bucket${print({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_count${print(labels)} ${count}`,
    `${name}_sum${print(labels)} ${value}`,
  ]
}

function print(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
