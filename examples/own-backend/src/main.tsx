import { StringsProvider } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './app.css'
import { SignIn } from './sign-in.js'
import { Support } from './support.js'
import { language } from './words.js'

const queries = new QueryClient()

function App() {
  const [user, setUser] = useState<string | null>()
  useEffect(() => {
    void fetch('/api/me').then(async (response) => setUser(response.ok ? (await response.json()).name : null))
  }, [])
  if (user === undefined) return null
  if (user === null) return <SignIn onDone={setUser} />
  return (
    <QueryClientProvider client={queries}>
      <StringsProvider {...language}>
        <Support user={user} />
      </StringsProvider>
    </QueryClientProvider>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
