import { createAgUiTransport } from '@antiphon/agents'
import { ChatProvider, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { createRoot } from 'react-dom/client'

const transport = createAgUiTransport({ url: '/agent' })

function App() {
  const { chat } = useChat({ transport })
  return (
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
