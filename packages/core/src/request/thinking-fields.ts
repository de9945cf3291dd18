import type { BodyFields, BodyPolicy } from '../providers/provider-types.js'
import type { ReasoningEffort, ReportAdjustment } from './request-types.js'

/**
 * The nearest wish that a server with fewer words has: the ends of its scale, and "on" as the effort that such servers
 * document as their own default. Never from or to "off" (wire-facts 1.2).
 */
const NEAREST: Partial<Record<ReasoningEffort, ReasoningEffort>> = {
  minimal: 'low',
  max: 'high',
  on: 'medium',
}

/** What a wish about thinking is called at this server. Nothing, and a report, where no word for it is known. */
export function thinkingFields(
  wish: ReasoningEffort | undefined,
  thinking: BodyPolicy['thinking'],
  report: ReportAdjustment,
): BodyFields {
  if (wish === undefined) return {}
  const found = [wish, NEAREST[wish]].find((word) => word !== undefined && Object.hasOwn(thinking, word))
  if (found !== wish) report('reasoning_effort', 'parameters.reasoningEffort', wish, found)
  return (found && thinking[found]) ?? {}
}
