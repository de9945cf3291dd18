'use client'

/** A whole chat: the transcript with your rows and questions, and your message box. */
import { Chat } from '@antiphon/ui'
import { MessageBox } from './composer'
import { endpoint, model, tools } from './endpoint'
import { slots } from './transcript'

export const AppChat = () => (
  <Chat
    endpoint={endpoint}
    model={model}
    tools={tools}
    slots={{ Composer: MessageBox }}
    transcript={{ slots }}
  />
)
