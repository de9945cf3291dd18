import 'app-parts/no-eval'
import '../../../packages/ui/css/source.css'
import 'app-parts/fonts.css'
import './styles.css'
import { AntiphonRoot } from '@antiphon/ui'
import { highlight } from '@antiphon/ui/highlight'
import { MarkdownPlugins } from '@antiphon/ui/markdown'
import { math } from '@antiphon/ui/math'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { dropUnseenFirstPage } from './first-page/leave.js'
import { diagrams } from './markdown/diagrams.js'
import { registerWorkerLater } from './offline/register-worker.js'

const queries = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } })

const plugins = [
  highlight(),
  // KaTeX and its sheet come with the first formula.
  math({ load: () => import('./markdown/katex.js').then(({ katex }) => katex) }),
  diagrams,
]

const root = document.getElementById('root')!
// A login at an MCP server comes back to this address, in a window of its own.
if (/[?&]state=mcp-/.test(location.search))
  void import('./mcp/login-return.js').then(({ returnFromLogin }) => returnFromLogin(root))
else start()

function start(): void {
  dropUnseenFirstPage()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <MarkdownPlugins value={plugins}>
          <AntiphonRoot style={{ display: 'contents' }}>
            <App />
          </AntiphonRoot>
        </MarkdownPlugins>
      </QueryClientProvider>
    </StrictMode>,
  )
}
registerWorkerLater()
