'use client'

import type { Message } from '@antiphon/core'
import {
  createElement,
  useContext,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  createContext,
} from 'react'
import type { AssistantMessageViewProps } from '../assistant-message/assistant-message.js'
import type { StructuredOutputProps } from '../assistant-message/structured-output.js'
import type { MarkdownProps } from '../../markdown/index.js'
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
import type { SystemNoticeProps } from '../system-notice/system-notice.js'
import type { ToolArgsProps } from '../tool-args/arguments-view.js'
import type { ToolCallViewProps } from '../tool-call/tool-call.js'
import type { ToolGroupProps } from '../tool-group/tool-group.js'
import type { ToolResultProps } from '../tool-result/tool-result.js'
import type { UsageMeterProps } from '../usage-meter/usage-meter.js'
import type { UserMessageViewProps } from '../user-message/user-message.js'
import { takesRef } from '../../lib/react.js'

type Props<K extends keyof SlotComponents> = ComponentProps<SlotComponents[K]> & { children?: ReactNode }

/** Draws the host's component for a place, or the kit's own. */
export const Slot = /* @__PURE__ */ takesRef(function Slot<K extends keyof SlotComponents>({
  of,
  own,
  ...props
}: { of: K; own: SlotComponents[K] } & Props<K>) {
  const View = useContext(SlotComponentsContext)[of] ?? own
  return createElement(View as ComponentType<object>, props)
})

/** How texts of the transcript are set. */
export interface ProseOptions {
  /** Added to the level of each heading in an answer, see `Markdown`. Default 2. */
  headingOffset?: number
  /** BCP 47 tag of the language that a message is written in, where the host knows it. */
  langOf?: (message: Message) => string | undefined
  /**
   * Code blocks, links, images and tables of your own in all answers, and which images load and what may be a link. Pass the
   * same functions each time. Plug-ins go to `MarkdownPlugins`.
   */
  markdown?: Pick<MarkdownProps, 'components' | 'imagePolicy' | 'linkPolicy'>
}

/** The same for inner components, with `markdown` complete for `Markdown`. */
export interface Prose extends Pick<ProseOptions, 'langOf'> {
  markdown?: ProseOptions['markdown'] & Pick<ProseOptions, 'headingOffset'>
}

export const ProseContext = createContext<Prose>({})

/** The language of a message: what the host says, else what is noted as `metadata.lang`. */
export function useLang(message: Message | undefined): string | undefined {
  const { langOf } = useContext(ProseContext)
  if (!message) return undefined
  const noted = message.metadata?.['lang']
  return langOf?.(message) ?? (typeof noted === 'string' && /^[\w-]{2,35}$/.test(noted) ? noted : undefined)
}

/** The components of a transcript. A replacement gets the props of the kit's component and may render it. */
export interface SlotComponents {
  UserMessage: ComponentType<UserMessageViewProps>
  AssistantMessage: ComponentType<AssistantMessageViewProps>
  SystemNotice: ComponentType<SystemNoticeProps>
  Reasoning: ComponentType<ReasoningProps>
  StructuredOutput: ComponentType<StructuredOutputProps>
  ToolGroup: ComponentType<ToolGroupProps>
  ToolCall: ComponentType<ToolCallViewProps>
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

export type TranscriptSlots = Partial<SlotComponents> & TranscriptParts

const none: Partial<SlotComponents> = {}

/** The components of a table without the parts: their names begin with a capital letter. */
export const componentsOf = (slots: TranscriptSlots = none): Partial<SlotComponents> =>
  Object.fromEntries(Object.entries(slots).filter(([name]) => name < 'a'))

export const SlotComponentsContext = createContext<Partial<SlotComponents>>(none)
