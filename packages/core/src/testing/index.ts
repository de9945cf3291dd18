/**
 * Helpers for tests of code that uses this kit: streams made of chunks, cut anywhere; time, ids and frames that stand
 * still until told. Not for production code.
 */
export { countingIds } from './counting-ids.js'
export { cutBytes } from './cut-bytes.js'
export { createLockTable, type LockTable, type PageLocks } from './lock-table.js'
export { manualClock, type ManualClock } from './manual-clock.js'
export { manualScheduler, type ManualScheduler } from './manual-scheduler.js'
export { callsAnswer, textAnswer, type ScriptedCall } from './scripted-answers.js'
export { scriptedTransport, type ScriptedAnswer } from './scripted-transport.js'
export { sseText } from './sse-text.js'
