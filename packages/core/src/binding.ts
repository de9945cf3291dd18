/**
 * The entry `@antiphon/core/binding`: for a binding to a UI library other than React, and for views of a thread that has no chat.
 * The tree of messages, the rhythm in which it is published, the shape of the turns, and the settings that may change.
 */
export { createMessageStore } from './tree/message-store.js'
export { frameScheduler, type Scheduler } from './tree/scheduler.js'
export { outlineTurns } from './pairing/outline-turns.js'
export { readCallKey } from './pairing/call-key.js'
export { chatSettings, isChatOption } from './chat/chat-settings.js'
