/** Duration, tokens and cost of an answer. */
export interface Figures {
  durationMs?: number
  outputTokens?: number
  cost?: { amount: number; currency: string }
}

/** The figures that each answer wins. Lower wins; different currencies, and ties to a tenth of a second, have no winner. */
export function betterOf(all: readonly Figures[]): ReadonlySet<keyof Figures>[] {
  const currencies = new Set(all.map(({ cost }) => cost?.currency))
  const read: Record<keyof Figures, (figures: Figures) => number | undefined> = {
    durationMs: ({ durationMs }) => durationMs && Math.round(durationMs / 100),
    outputTokens: ({ outputTokens }) => outputTokens,
    cost: ({ cost }) => (currencies.size === 1 ? cost?.amount : undefined),
  }
  const better = all.map(() => new Set<keyof Figures>())
  for (const key of Object.keys(read) as (keyof Figures)[]) {
    const values = all.map(read[key])
    if (values.some((value) => value === undefined)) continue
    const least = Math.min(...(values as number[]))
    if (values.filter((value) => value === least).length === 1) better[values.indexOf(least)]!.add(key)
  }
  return better
}
