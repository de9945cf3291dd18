import type { ComponentType } from 'react'
import type { AssistantMessageViewProps } from '../assistant-message/assistant-message.js'
import type { StructuredOutputProps } from '../assistant-message/structured-output.js'
import type { BranchPickerProps } from '../branch-picker/branch-picker.js'
import type { ErrorCardProps } from '../error-card/error-card.js'
import type { FinishBadgeProps } from '../finish-badge/finish-badge.js'
import type { MessageActionsProps } from '../message-actions/message-actions.js'
import type { PartSlots } from '../part/part.js'
import type { ReasoningProps } from '../reasoning/reasoning.js'
import type {
  ContinuedNoteProps,
  RequestNoteViewProps,
  UnreadNoteProps,
  UnshownNoteProps,
} from '../request-note/request-note.js'
import type { SlotName } from '../slots/slots.js'
import type { SystemNoticeProps } from '../system-notice/system-notice.js'
import type { ToolApprovalProps } from '../tool-approval/tool-approval.js'
import type { ToolArgsProps } from '../tool-args/arguments-view.js'
import type { ToolGroupProps } from '../tool-group/tool-group.js'
import type { ToolResultProps } from '../tool-result/tool-result.js'
import type { UsageMeterProps } from '../usage-meter/usage-meter.js'
import type { UserMessageViewProps } from '../user-message/user-message.js'
import type { ToolCallViewProps } from '../tool-call/call-view.js'

/** The components of a transcript. A replacement gets the props of the kit's component and may render it. */
export interface SlotComponents {
  UserMessage: ComponentType<UserMessageViewProps>
  AssistantMessage: ComponentType<AssistantMessageViewProps>
  SystemNotice: ComponentType<SystemNoticeProps>
  Reasoning: ComponentType<ReasoningProps>
  StructuredOutput: ComponentType<StructuredOutputProps>
  ToolGroup: ComponentType<ToolGroupProps>
  ToolCall: ComponentType<ToolCallViewProps>
  ToolApproval: ComponentType<ToolApprovalProps>
  ToolArgs: ComponentType<ToolArgsProps>
  ToolResult: ComponentType<ToolResultProps>
  FinishBadge: ComponentType<FinishBadgeProps>
  ErrorCard: ComponentType<ErrorCardProps>
  RequestNote: ComponentType<RequestNoteViewProps>
  ContinuedNote: ComponentType<ContinuedNoteProps>
  UnreadNote: ComponentType<UnreadNoteProps>
  UnshownNote: ComponentType<UnshownNoteProps>
  MessageActions: ComponentType<MessageActionsProps>
  BranchPicker: ComponentType<BranchPickerProps>
  UsageMeter: ComponentType<UsageMeterProps>
}

/** Inner parts of the transcript itself, by their `data-slot`. */
export type TranscriptParts = PartSlots<'viewport' | 'column' | 'turns' | 'spacer' | 'jump-place' | 'jump'>

/** Replacements for components of a transcript, and props for its inner parts. */
export type TranscriptSlots = Partial<SlotComponents> & TranscriptParts

/** Does not compile when `Slot` knows a place that is missing above. */
const none: { [Name in SlotName]?: SlotComponents[Name] } = {}

/** The components of a table without the parts: their names begin with a capital letter. */
export const componentsOf = (slots: TranscriptSlots = none): Partial<SlotComponents> =>
  Object.fromEntries(Object.entries(slots).filter(([name]) => name < 'a'))
