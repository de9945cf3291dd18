export { AddResult } from '../add-result/add-result.js'
export { ConnectedApproval } from '../tool-approval/connected-approval.js'
export { StreamAnnouncements } from './stream-announcements.js'
