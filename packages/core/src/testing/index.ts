/**
 * Helpers for tests of code that uses this kit: streams made of chunks, cut anywhere; time, ids and frames that the test
 * controls. Not for production code.
 */
export { countingIds } from './clock.js'
export { immediateScheduler } from '../tree/scheduler.js'
export { splitBytes } from './scripted-transport.js'
export { createLockTable, type LockTable, type PageLocks } from './lock-table.js'
export { manualClock } from './clock.js'
export { manualScheduler, type ManualScheduler } from './clock.js'
export { callsAnswer, textAnswer } from './scripted-transport.js'
export { scriptedTransport, type ScriptedAnswer } from './scripted-transport.js'
export { sseText } from './scripted-transport.js'
