import 'create-vite/template-react-ts/src/index.css'
import '@antiphon/ui/styles.css'
import { createRoot } from 'react-dom/client'
import { Conversation } from '../conversation.js'

createRoot(document.getElementById('root')!).render(<Conversation />)
