import { AntiphonRoot, StringsProvider } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './app.css'
import { enter } from './call-server.js'
import { SignIn } from './sign-in.js'
import { Support } from './support.js'
import { language, words } from './words.js'

const queries = new QueryClient()
document.documentElement.lang = language.locale
document.title = words.title

function App() {
  const [user, setUser] = useState<string | null>()
  useEffect(() => {
    void fetch('/api/me').then(async (me) => setUser(me.ok ? enter((await me.json()).name) : null))
  }, [])
  if (user === undefined) return null
  return user === null ? <SignIn onDone={(name) => setUser(enter(name))} /> : <Support user={user} />
}

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
