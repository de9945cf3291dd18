import type { AssistantMessage } from '@antiphon/core'
import { type TextChannel, textsOf } from '@antiphon/core/channels'

/** All of one text of an answer, such as its reasoning; empty where it has none. */
export const channelText = (message: AssistantMessage, channel: TextChannel): string =>
  textsOf(message)[channel] ?? ''
