/**
 * The entry `@antiphon/core/calls`: calls that somebody else than a model makes, by the rules of a chat, and forms that ask a
 * person. For views that let an app call the tools of a chat.
 */
// One call: its arguments are checked, the gate is asked, a person is asked, it runs.
export { prepareCall } from './tools/prepare-call.js'
export { passGate, type PreparedCall } from './tools/gate.js'
export type { ApprovalRule } from './tools/types.js'
export { approvalText, createGrants, wantsApproval, type Grants } from './chat/describe-approval.js'
export { runCall } from './tools/run-call.js'
export { chatTools } from './chat/chat-tools.js'

// The result of a call.
export { cutText, fileParts } from './tools/tool-result.js'

// A form for a person, from a JSON Schema.
export { problemOf, readForm, type FormField, type FormValue } from './tools/form.js'
