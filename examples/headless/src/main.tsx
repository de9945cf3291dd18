import { createRoot } from 'react-dom/client'
import { Assistant } from './assistant.js'

createRoot(document.getElementById('root')!).render(<Assistant />)
