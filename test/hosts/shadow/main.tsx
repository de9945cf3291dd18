import styles from '@antiphon/ui/styles.css?inline'
import '../hostile/hostile.css'
import { createRoot } from 'react-dom/client'
import { Conversation } from '../conversation.js'

// The page around it is as hostile as the other one; only what inherits gets in.
const shadow = document.getElementById('app')!.attachShadow({ mode: 'open' })
const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
shadow.adoptedStyleSheets = [sheet]
const place = shadow.appendChild(document.createElement('div'))
createRoot(place).render(<Conversation />)
