import '../no-eval.js'
import '../../../../packages/ui/css/source.css'
import '../fonts.css'
import '../styles.css'
import { highlight } from '@antiphon/ui/highlight'
import { MarkdownPlugins } from '@antiphon/ui/markdown'
import { AntiphonRoot, StringsProvider } from '@antiphon/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { kitWords, locale } from '../words/words.js'
import { SessionsApp } from './sessions-app.js'

const plugins = [highlight()]

document.documentElement.lang = locale
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <StringsProvider strings={kitWords} locale={locale}>
      <MarkdownPlugins value={plugins}>
        <AntiphonRoot style={{ display: 'contents' }}>
          <SessionsApp />
        </AntiphonRoot>
      </MarkdownPlugins>
    </StringsProvider>
  </StrictMode>,
)
