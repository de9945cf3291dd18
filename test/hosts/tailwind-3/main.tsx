import './host.css'
import '@antiphon/ui/styles.css'
import { createRoot } from 'react-dom/client'
import { Conversation } from '../conversation.js'

createRoot(document.getElementById('app')!).render(<Conversation />)
const theirs = document.body.appendChild(document.createElement('p'))
theirs.id = 'theirs'
theirs.className = 'font-sans rounded dark:text-red-500'
theirs.append(document.createElement('code'))
