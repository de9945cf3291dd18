import { createRoot } from 'react-dom/client'
import { Assistant } from './assistant.js'

const stored = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Good evening.' }] },
  { id: '2', role: 'assistant', parts: [{ type: 'text', text: 'Welcome to the harbour.' }] },
]

createRoot(document.getElementById('root')!).render(<Assistant stored={stored} />)
