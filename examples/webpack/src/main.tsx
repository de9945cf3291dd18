import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')!).render(
  <Chat endpoint="http://localhost:11434/v1" model="qwen3" />,
)
