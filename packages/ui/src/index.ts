// Whole things
export { Chat, type ChatProps } from './components/chat/chat.js'
export type { Audience } from './components/context/audience-context.js'
export { Transcript } from './components/transcript/transcript.js'
export type { TranscriptProps } from './components/transcript/transcript-props.js'
export type { ReadingPlace } from './components/transcript/use-place.js'
export type { ActionTarget, TranscriptActions } from './components/context/actions-context.js'
export { Composer, type ComposerProps } from './components/composer/composer.js'
export type { QueueEntry } from './components/composer/composer-queue.js'
export { AntiphonRoot, type AntiphonRootProps } from './components/antiphon-root/antiphon-root.js'

// Turns and messages
export { TurnView, type TurnViewProps } from './components/turn/turn.js'
export type { Branch } from './components/turn/turn.js'
export {
  AssistantMessageView,
  type AssistantMessageViewProps,
} from './components/assistant-message/assistant-message.js'
export { UserMessageView, type UserMessageViewProps } from './components/user-message/user-message.js'
export { MessageEditor, type MessageEditorProps } from './components/user-message/message-editor.js'
export { SystemNotice, type SystemNoticeProps } from './components/system-notice/system-notice.js'

// Parts of an answer
export { RequestNoteView, type RequestNoteViewProps } from './components/request-note/request-note.js'
export { ContinuedNote, type ContinuedNoteProps } from './components/request-note/request-note.js'
export { UnreadNote, type UnreadNoteProps } from './components/request-note/request-note.js'
export { UnshownNote, type UnshownNoteProps } from './components/request-note/request-note.js'
export { AddResult, type AddResultProps } from './components/add-result/add-result.js'
export { Reasoning, type ReasoningProps, type ReasoningState } from './components/reasoning/reasoning.js'
export {
  StructuredOutput,
  type StructuredOutputProps,
} from './components/assistant-message/structured-output.js'
export { ToolCallView } from './components/tool-call/tool-call.js'
export { Diff, type DiffProps } from './components/diff/diff.js'
export { ToolGrants, type ToolGrantsProps } from './components/tool-grants/tool-grants.js'
export { ToolSteps, type ToolStepsProps } from './components/tool-steps/tool-steps.js'
export { ToolApproval, type ToolApprovalProps } from './components/tool-approval/tool-approval.js'
export { ToolQuestion, type ToolQuestionProps } from './components/tool-approval/tool-question.js'
export { ToolGroup, type ToolGroupProps } from './components/tool-group/tool-group.js'
export { ToolArgs, type ToolArgsProps } from './components/tool-args/tool-args.js'
export { ToolResult, type ToolResultProps } from './components/tool-result/tool-result.js'
export {
  toolRenderer,
  type ToolDetails,
  type ToolInput,
  type ToolRendererProps,
  type ToolRenderers,
} from './components/tool-call/tool-renderers.js'
export { Attachment, type AttachmentProps } from './components/attachment/attachment.js'
export { AttachmentList, type AttachmentListProps } from './components/attachment/attachment-list.js'
export { ContentPartView } from './components/attachment/content-part-view.js'

// Endings and figures
export {
  FinishBadge,
  type FinishActions,
  type FinishBadgeProps,
} from './components/finish-badge/finish-badge.js'
export { ErrorCard, type ErrorActions, type ErrorCardProps } from './components/error-card/error-card.js'
export { Notice, type NoticeProps, type NoticeTone } from './components/notice/notice.js'
export { UsageMeter, type UsageMeterProps } from './components/usage-meter/usage-meter.js'
export { summarizeUsage, type UsageSummary } from './components/usage-meter/usage-summary.js'

// Controls
export { BranchPicker, type BranchPickerProps } from './components/branch-picker/branch-picker.js'
export { EmptyState, type EmptyStateProps, type Suggestion } from './components/empty-state/empty-state.js'
export { JumpToLatest, type JumpToLatestProps } from './components/jump-to-latest/jump-to-latest.js'
export { MessageActions, type MessageActionsProps } from './components/message-actions/message-actions.js'
export { Button, type ButtonProps } from './components/button/button.js'
export { IconButton, type IconButtonProps } from './components/button/button.js'
export { Collapsible, type CollapsibleProps } from './components/fold/fold.js'
export { useCollapsible, type CollapsibleControl, type CollapsibleDefault } from './components/fold/fold.js'
export { StatusRow, type StatusRowProps } from './components/status-row/status-row.js'
export { Announcer, useAnnounce, type Announce, type AnnounceMode } from './components/announcer/announcer.js'

// Words, icons, text that deceives
export { StringsProvider, useWords, type StringsProviderProps, type Words } from './strings/strings.js'
export { english, type StringOverrides, type Strings } from './strings/english.js'
export type { Formats } from './strings/formats.js'
export { Icon, type IconProps } from './icons/icon.js'
export type { IconName } from './icons/icon-shapes.js'
export { RevealedText, type RevealedTextProps } from './lib/reveal-text.js'
export { revealText, revealToString, type RevealedSegment } from './lib/reveal.js'
export { copyText } from './lib/copy-text.js'

// Taking the place of parts
export type { PartAttributes, PartOverride, PartSlots, RenderPart } from './components/part/part.js'
export type { ProseOptions } from './components/slots/slots.js'
export type { SlotComponents, TranscriptSlots } from './components/transcript/slot-components.js'
export type { ToolCallViewProps } from './components/tool-call/call-view.js'
