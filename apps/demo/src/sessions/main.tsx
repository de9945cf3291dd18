import '../no-eval.js'
import '@antiphon/ui/source.css'
import '../fonts.css'
import '../styles.css'
import { highlight } from '@antiphon/ui/highlight'
import { MarkdownPlugins } from '@antiphon/ui/markdown'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionsApp } from './sessions-app.js'

const plugins = [highlight()]

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MarkdownPlugins value={plugins}>
      <SessionsApp />
    </MarkdownPlugins>
  </StrictMode>,
)
