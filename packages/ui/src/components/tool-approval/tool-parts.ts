export { createPartialJsonReader } from '@antiphon/core/partial-json'
export { ConnectedApproval } from './connected-approval.js'
