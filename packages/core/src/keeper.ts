/**
 * The entry `@antiphon/core/keeper`: for those who write a storage of their own. A keeper keeps a chat in step with a storage and
 * with other tabs (`chat.attach`), leases say which tab writes an answer, and the schemas check what a storage gives back. The
 * schemas need zod.
 */
export { createAnswerLeases, type AnswerLeases, type LeaseLocks } from './chat/leases.js'
export { createKeepers, type ChatKeeper } from './chat/keepers.js'
export { createLiveSteps } from './chat/live-steps.js'
export { messageSchema, messagesSchema } from './message/message-schemas.js'
