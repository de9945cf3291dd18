/** The entry `@antiphon/react/attachments`: files of a message, from the pick to the content part (docs/attachments.md). */
export * from './attachment-types.js'
export { cleanFileName } from './clean-file-name.js'
export { createAttachmentTray, type AttachmentTrayOptions } from './create-attachment-tray.js'
export {
  keepAttachments,
  type AttachmentStore,
  type KeptAttachments,
  type KeptAttachmentsState,
} from './keep-attachments.js'
export { sniffMedia, type Sniffed } from './sniff-media.js'
export { useAttachments, type Attachments, type UseAttachmentsOptions } from './use-attachments.js'
export { useBlobImage } from './use-blob-image.js'
export { usePartCheck, type PartCheck, type PartCheckOptions } from './use-part-check.js'
