import './host.css'
import '@antiphon/ui/styles.css'
import { createRoot } from 'react-dom/client'
import { Conversation } from '../conversation.js'

createRoot(document.getElementById('app')!).render(<Conversation />)
