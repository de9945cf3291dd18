import type { AssistantMessage, TextChannel } from '@antiphon/core'
import { textsOf } from '@antiphon/core/message'

/** All of one text of an answer, such as its reasoning; empty where it has none. */
export const channelText = (message: AssistantMessage, channel: TextChannel): string =>
  textsOf(message)[channel] ?? ''
