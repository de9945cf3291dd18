import 'app-parts/no-eval'
import '../../../../packages/ui/css/source.css'
import 'app-parts/fonts.css'
import './page.css'
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
