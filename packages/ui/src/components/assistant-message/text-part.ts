import type { Ending, LiveStep, MessagePart } from '@antiphon/core'
import type { TextChannel } from '@antiphon/core/channels'

export interface TextPartViewProps {
  part: Extract<MessagePart, { type: TextChannel }>
  isLast: boolean
  /** True while it grows. */
  isActive: boolean
  live?: LiveStep
  ending: Ending
}
