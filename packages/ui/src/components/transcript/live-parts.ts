export { AddResult } from '../add-result/add-result.js'
export { ArgumentsReader } from '../tool-args/written-arguments.js'
export { ConnectedApproval } from '../tool-approval/connected-approval.js'
export { StreamAnnouncements } from './stream-announcements.js'
