import styles from '@antiphon/ui/styles.css?inline'
import '../hostile/hostile.css'
import { createRoot } from 'react-dom/client'
import { Conversation } from '../conversation.js'

const frame = document.createElement('iframe')
frame.title = 'Chat'
Object.assign(frame.style, { border: '0', width: '800px', height: '2000px', display: 'block' })
document.getElementById('app')!.append(frame)
const inside = frame.contentDocument!
inside.documentElement.lang = 'en'
inside.body.style.margin = '0'
const style = inside.head.appendChild(inside.createElement('style'))
style.textContent = styles
createRoot(inside.body).render(<Conversation />)
