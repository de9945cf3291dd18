/** Antiphon as an app uses it: a chat, a transport that gives the bytes of a server, `<Transcript>` or the whole `<Chat>`. */
import { createChat, type ChatController as ChatState } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Chat, Transcript } from '@antiphon/ui'
import '../../../packages/ui/css/source.css'
import { createRoot, type Root } from 'react-dom/client'
import { pastMessages } from './past-messages.js'
import { createScriptedModel } from './scripted-model.js'
import type { Subject } from './subject.js'

const withComposer = new URLSearchParams(location.search).has('composer')
let root: Root
let chat: ChatState
let model: ReturnType<typeof createScriptedModel>
let answered: Promise<void>

const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve())))

export const subject: Subject = {
  name: 'antiphon',
  async mount(element, messages) {
    model = createScriptedModel()
    const { transport, tools } = model
    chat = createChat({ messages: pastMessages(messages), transport, tools })
    root = createRoot(element)
    root.render(
      <ChatProvider chat={chat}>
        {withComposer ? <Chat style={{ height: '100%' }} /> : <Transcript style={{ height: '100%' }} />}
      </ChatProvider>,
    )
    await painted()
  },
  async startStream() {
    answered = chat.send('go')
    await painted()
  },
  push: (pieces) => model.push(pieces),
  async finish() {
    model.end()
    await answered
  },
  unmount: () => root.unmount(),
}

window.subject = subject
