import { createRoot } from 'react-dom/client'
import { Conversation } from './conversation'

// Stands for signing in: the server sets a cookie, which goes with every later request to it.
await fetch('/session')
createRoot(document.getElementById('root')!).render(<Conversation />)
