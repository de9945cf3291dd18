import { AntiphonRoot, StringsProvider } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import './app.css'
import { App } from './app.js'
import { language, words } from './words.js'

const queries = new QueryClient()
document.documentElement.lang = language.locale
document.title = words.title

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <StringsProvider {...language}>
      {/* The kit's own words offer an export, which this app does not have. */}
      <StringsProvider strings={{ threads: { problems: words.problems } }}>
        <AntiphonRoot className="page">
          <App />
        </AntiphonRoot>
      </StringsProvider>
    </StringsProvider>
  </QueryClientProvider>,
)
