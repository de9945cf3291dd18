import { describeRule, type Conversion, type Loss } from '@antiphon/transcripts'

/** A loss; where it is not said at which stage, it came from reading. */
type StagedLoss = Loss & Partial<Pick<Conversion['losses'][number], 'stage'>>

/** One line for each kind of loss with the first places, so that a long thread does not flood the screen. */
export function summarizeLosses(losses: readonly StagedLoss[]): string[] {
  const groups = new Map<string, StagedLoss[]>()
  for (const loss of losses) {
    const key = `${loss.stage ?? 'read'} ${loss.rule}`
    groups.set(key, [...(groups.get(key) ?? []), loss])
  }
  return [...groups.values()].map((group) => {
    const { rule, stage } = group[0]!
    const places = group.slice(0, 3).map(({ where }) => where || 'the document')
    const rest = group.length > places.length ? ` and ${group.length - places.length} more` : ''
    return `${stage === 'write' ? 'writing' : 'reading'}: ${describeRule(rule)} (${places.join(', ')}${rest})`
  })
}
