'use client'

import { readMessages } from '@antiphon/core/message'
import { useMemo } from 'react'
import { prettyJson } from '../../lib/json.js'
import { takesRef } from '../../lib/react.js'
import { useStable } from '../../markdown/render/markdown.js'
import { ChatTranscript } from './chat-transcript.js'
import { warnOfForeign } from './foreign-messages.js'
import { MessagesTranscript } from './messages-transcript.js'
import { TranscriptActionsContext, withoutRuns } from '../context/actions-context.js'
import { splitProps, TranscriptContexts } from './transcript-contexts.js'
import type { TranscriptProps } from './transcript-props.js'

declare const process: { env: { NODE_ENV?: string } }

/**
 * The transcript. With `messages` it needs no provider, and renders on a server as in a browser. Without, it follows the
 * chat above, and each message subscribes for itself.
 */
export const Transcript = /* @__PURE__ */ takesRef(function Transcript(props: TranscriptProps) {
  const { messages, ...rest } = props
  return messages ? <GivenMessages messages={messages} {...rest} /> : <ChatTranscript {...rest} />
})

type GivenMessagesProps = TranscriptProps & { messages: readonly unknown[] }

const GivenMessages = /* @__PURE__ */ takesRef(function GivenMessages(props: GivenMessagesProps) {
  const { contexts, actions: given, rest } = splitProps(props)
  const { messages } = props
  const actions = useStable(given)
  const isElsewhere = props.live?.elsewhere === true
  const shownActions = useMemo(() => (isElsewhere ? withoutRuns(actions) : actions), [actions, isElsewhere])
  const read = useMemo(() => {
    try {
      if (process.env.NODE_ENV !== 'production') warnOfForeign(messages)
    } catch {
      // A page without a bundler has no `process` and counts as production.
    }
    return readMessages(messages, prettyJson)
  }, [messages])
  return (
    <TranscriptContexts {...contexts}>
      <TranscriptActionsContext.Provider value={shownActions}>
        <MessagesTranscript {...rest} messages={read} />
      </TranscriptActionsContext.Provider>
    </TranscriptContexts>
  )
})
