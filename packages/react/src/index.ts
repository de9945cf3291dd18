/** The entry `@antiphon/react`: hooks over a chat. Each subscribes only to what it returns. */
export { ChatProvider, useOptionalChat } from './chat/chat-context.js'
export { useChat, type UseChat } from './chat/use-chat.js'

// A thread, from its turns down to the arguments of a call
export { useTurns } from './hooks/use-messages.js'
export { useAnswer, type Answer, type AnswerPart } from './hooks/use-answer.js'
export { useMessage } from './hooks/use-messages.js'
export { useStep } from './hooks/use-messages.js'
export { useLiveStep } from './hooks/use-messages.js'
export { useVersions, type Versions } from './hooks/use-messages.js'
export { useToolArguments } from './hooks/use-tool-arguments.js'
export type { CallWithArguments, StreamedArguments } from './hooks/use-tool-arguments.js'
export { useFollowScroll, type FollowScroll } from './scroll/use-follow-scroll.js'

// Questions to a person
export { useToolApproval, type ToolApprovalControl } from './hooks/use-approvals.js'
export { useToolApprovals } from './hooks/use-approvals.js'
export { useToolQuestion, type ToolQuestionControl } from './hooks/use-approvals.js'

// The message box, and the files of a message (docs/attachments.md)
export { useComposer, type ComposerControl, type ComposerOptions } from './hooks/use-composer.js'
export type { EnterKey, SendOutcome } from './hooks/use-composer.js'
export { useAttachments, type UseAttachmentsOptions } from './attachments/use-attachments.js'
export { createAttachmentTray } from './attachments/attachment-tray.js'
export type { AttachmentItem, AttachmentsState, AttachmentTray, Upload } from './attachments/types.js'
export { persistAttachments, type KeptAttachments } from './attachments/persist-attachments.js'
