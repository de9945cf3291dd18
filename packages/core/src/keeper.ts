/**
 * The entry `@antiphon/core/keeper`: for those who write a storage of their own. A keeper keeps a chat in step with a storage and
 * with other tabs (`chat.attach`), and leases say which tab writes an answer.
 */
export { createAnswerLeases, type AnswerLeases, type LeaseLocks } from './chat/leases.js'
export { createKeepers, type ChatKeeper } from './chat/keepers.js'
export { createLiveSteps } from './chat/live-steps.js'
