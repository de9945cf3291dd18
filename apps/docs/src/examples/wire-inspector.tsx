import { createChat } from '@antiphon/core'
import { createRecorder, recordChat } from '@antiphon/devtools'
import { WireInspector } from '@antiphon/devtools/react'
import { createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { useEffect, useState } from 'react'

/** A chat whose traffic is recorded. Here the scripted endpoint answers inside of the page. */
function recordedChat() {
  const recorder = createRecorder()
  const fetch = createEndpointFetch(createEndpoint())
  const chat = createChat({ endpoint: SCRIPTED_BASE_URL, fetch, model: 'thinker' })
  recordChat(chat, recorder)
  return { chat, recorder }
}

export function Example() {
  const [{ chat, recorder }] = useState(recordedChat)
  useEffect(() => void chat.send('Why did checkout get slower?'), [chat])
  return <WireInspector chat={chat} recorder={recorder} />
}
