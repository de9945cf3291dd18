import { useEffect, useState } from 'react'
import { enter } from './call-server.js'
import { SignIn } from './sign-in.js'
import { Support } from './support.js'

export function App() {
  const [user, setUser] = useState<string | null>()
  useEffect(() => {
    void fetch('/api/me').then(async (me) => setUser(me.ok ? enter((await me.json()).name) : null))
  }, [])
  if (user === undefined) return null
  return user === null ? <SignIn onDone={(name) => setUser(enter(name))} /> : <Support user={user} />
}
