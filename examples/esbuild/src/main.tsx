import { ChatProvider, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { createRoot } from 'react-dom/client'

function App() {
  const { chat } = useChat({ endpoint: { baseUrl: 'http://localhost:11434/v1' }, model: 'qwen3' })
  return (
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
