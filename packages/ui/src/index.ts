/**
 * The entry `@antiphon/ui`: the whole chat, each component that a transcript can have replaced (`slots`), and controls in its look.
 * Props of a component are `ComponentProps<typeof Name>`; those of the components that guides replace have names.
 */
// Whole things
export { Chat, type ChatProps } from './components/chat/chat.js'
export type { Audience } from './components/context/audience-context.js'
export { Transcript } from './components/transcript/transcript.js'
export type { TranscriptProps } from './components/transcript/transcript-props.js'
export type { ReadingPlace } from './components/transcript/use-place.js'
export type { TranscriptActions } from './components/context/actions-context.js'
export { Composer, type ComposerProps } from './components/composer/composer.js'
export { AntiphonRoot } from './components/antiphon-root/antiphon-root.js'

// Components that a slot names
export type { SlotComponents, TranscriptSlots } from './components/transcript/slot-components.js'
export { AssistantMessageView } from './components/assistant-message/assistant-message.js'
export { UserMessageView } from './components/user-message/user-message.js'
export { SystemNotice, type SystemNoticeProps } from './components/system-notice/system-notice.js'
export { RequestNoteView, ContinuedNote } from './components/request-note/request-note.js'
export { UnreadNote, UnshownNote } from './components/request-note/request-note.js'
export { Reasoning } from './components/reasoning/reasoning.js'
export {
  StructuredOutput,
  type StructuredOutputProps,
} from './components/assistant-message/structured-output.js'
export { ToolCallView } from './components/tool-call/tool-call.js'
export type { ToolCallViewProps } from './components/tool-call/call-view.js'
export { ToolApproval, type ToolApprovalProps } from './components/tool-approval/tool-approval.js'
export { ToolGroup } from './components/tool-group/tool-group.js'
export { ToolArgs } from './components/tool-args/tool-args.js'
export { ToolResult } from './components/tool-result/tool-result.js'
export { FinishBadge } from './components/finish-badge/finish-badge.js'
export { ErrorCard, type ErrorCardProps } from './components/error-card/error-card.js'
export { UsageMeter } from './components/usage-meter/usage-meter.js'
export { BranchPicker, type BranchPickerProps } from './components/branch-picker/branch-picker.js'
export { MessageActions, type MessageActionsProps } from './components/message-actions/message-actions.js'

// Views of tools
export { toolRenderer } from './components/tool-call/tool-renderers.js'
export type { ToolRendererProps, ToolRenderers } from './components/tool-call/tool-renderers.js'
export { ToolQuestion } from './components/tool-approval/tool-question.js'

// Controls
export { EmptyState, type Suggestion } from './components/empty-state/empty-state.js'
export { JumpToLatest } from './components/jump-to-latest/jump-to-latest.js'
export { Notice } from './components/notice/notice.js'
export { Button } from './components/button/button.js'
export { IconButton } from './components/button/button.js'
export { Icon } from './icons/icon.js'
export type { IconName } from './icons/icon-shapes.js'

// Words, and text that deceives
export { StringsProvider, useWords, type Words } from './strings/strings.js'
export type { StringOverrides, Strings } from './strings/english.js'
export { RevealedText } from './lib/reveal-text.js'
export { copyText } from './lib/copy-text.js'
