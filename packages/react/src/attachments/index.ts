/** The entry `@antiphon/react/attachments`: files of a message, from the pick to the content part (docs/attachments.md). */
export * from './types.js'
export { cleanFileName } from './attachment-tray.js'
export { createAttachmentTray, type AttachmentTrayOptions } from './attachment-tray.js'
export {
  persistAttachments,
  type AttachmentStore,
  type KeptAttachments,
  type KeptAttachmentsState,
} from './persist-attachments.js'
export { sniffMedia, type Sniffed } from './sniff-media.js'
export { useAttachments, type Attachments, type UseAttachmentsOptions } from './use-attachments.js'
export { useBlobImage } from './use-attachments.js'
export { usePartCheck, type PartCheck, type PartCheckOptions } from './use-part-check.js'
