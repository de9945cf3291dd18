/** The entry `@antiphon/core/compaction`: which messages a policy would trim, and how a request changes each message. */
export { explainRequest } from './explain-request.js'
export { planCompaction, type CompactionPolicy, type CompactionReason } from './plan-compaction.js'
