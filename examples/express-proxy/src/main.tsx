import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { createRoot } from 'react-dom/client'

// Stands for signing in: the server sets a cookie, which goes with every later request to it.
await fetch('/api/session')
createRoot(document.getElementById('root')!).render(<Chat endpoint="/api/v1" model="qwen3" />)
