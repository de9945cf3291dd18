'use client'

import type { Message } from '@antiphon/core'
import { useContext, type ComponentType, type ElementType, type ReactNode, createContext } from 'react'
import type { MarkdownProps } from '../../markdown/index.js'
import { HostPart } from '../../markdown/render/host-part.js'
import { takesRef } from '../../lib/react.js'

/** The places of a transcript that a host may fill. `SlotComponents` has the props of each. */
export type SlotName =
  | 'UserMessage'
  | 'AssistantMessage'
  | 'SystemNotice'
  | 'Reasoning'
  | 'StructuredOutput'
  | 'ToolGroup'
  | 'ToolCall'
  | 'ToolApproval'
  | 'ToolArgs'
  | 'ToolResult'
  | 'FinishBadge'
  | 'ErrorCard'
  | 'RequestNote'
  | 'ContinuedNote'
  | 'UnreadNote'
  | 'UnshownNote'
  | 'MessageActions'
  | 'BranchPicker'
  | 'UsageMeter'

/** The host's components. Their props are checked where the host gives them; here each takes the props of the kit's own. */
export const SlotComponentsContext = createContext<Partial<Record<SlotName, ElementType>>>({})

const Part = /* @__PURE__ */ takesRef(HostPart)

/** Draws the host's component for a place, or the kit's own. */
export const Slot = /* @__PURE__ */ takesRef(function Slot<P>({
  of,
  own,
  ...props
}: { of: SlotName; own: ComponentType<P>; children?: ReactNode } & NoInfer<P>) {
  const View = useContext(SlotComponentsContext)[of]
  return <Part of={View as ComponentType<object>} own={own as ComponentType<object>} {...props} />
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
