import type { Ending, LiveStep, MessagePart, TextChannel } from '@antiphon/core'

export interface TextPartViewProps {
  part: Extract<MessagePart, { type: TextChannel }>
  isLast: boolean
  /** True while it grows. */
  isActive: boolean
  live?: LiveStep
  ending: Ending
}
