import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import './page.css'

createRoot(document.getElementById('root')!).render(<App />)
