import '../no-eval.js'
import '../../../../packages/ui/css/source.css'
import '../fonts.css'
import '../styles.css'
import { highlight } from '@antiphon/ui/highlight'
import { MarkdownPlugins } from '@antiphon/ui/markdown'
import { AntiphonRoot } from '@antiphon/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionsApp } from './sessions-app.js'

const plugins = [highlight()]

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MarkdownPlugins value={plugins}>
      <AntiphonRoot style={{ display: 'contents' }}>
        <SessionsApp />
      </AntiphonRoot>
    </MarkdownPlugins>
  </StrictMode>,
)
