export { AttachmentList } from '../attachment/attachment-list.js'
export { MessageEditor } from './message-editor.js'
