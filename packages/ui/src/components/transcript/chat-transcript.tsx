'use client'

import { useOptionalChat } from '@antiphon/react'
import { chatKey, takesRef } from '../../lib/react.js'
import { useStable } from '../../markdown/render/markdown.js'
import { ConnectedTranscript } from './connected-transcript.js'
import { splitProps, TranscriptContexts } from './transcript-contexts.js'
import type { TranscriptProps } from './transcript-props.js'

/** The transcript of the chat above. A page with `<Chat>` loads this and not the reader of foreign messages. */
export const ChatTranscript = /* @__PURE__ */ takesRef(function ChatTranscript(
  props: Omit<TranscriptProps, 'messages'>,
) {
  const { contexts, actions, rest } = splitProps(props)
  const stable = useStable(actions)
  const chat = useOptionalChat()
  if (!chat) {
    throw new Error(
      '<Transcript> has nothing to show: give it messages={array}, or put a <ChatProvider chat={chat}> above it.',
    )
  }
  return (
    <TranscriptContexts {...contexts}>
      <ConnectedTranscript key={chatKey(chat)} actions={stable} {...rest} />
    </TranscriptContexts>
  )
})
