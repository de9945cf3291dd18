/** The entry `@antiphon/core/compaction`: which messages a policy would trim, and how a request changes each message. */
export { changeWords, describeChange } from './explain-request.js'
export { explainRequest, type ExplainedRequest, type RequestChange } from './explain-request.js'
export {
  estimateTokens,
  planCompaction,
  type CompactionMark,
  type CompactionPlan,
  type CompactionPolicy,
  type CompactionReason,
} from './plan-compaction.js'
