import { Button } from '@antiphon/ui'
import { useState, type FormEvent } from 'react'
import { accepted, request } from './call-server.js'
import { words } from './words.js'

interface SignInProps {
  /** Who has to sign in again. Somebody else must not see what is on the page, nor store it as their own. */
  user?: string
  onDone: (name: string) => void
}

export function SignIn({ user, onDone }: SignInProps) {
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const [name, password] = [fields.get('name') as string, fields.get('password')]
    try {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ name, password })
      await accepted(await request('/auth/login', { method: 'POST', headers, body }))
      setProblem('')
      form.reset()
      onDone(name)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form className="sign-in" onSubmit={(event) => void submit(event)}>
      <h2>{user === undefined ? words.signIn : `${words.signIn}: ${user}`}</h2>
      {problem && <p role="alert">{problem}</p>}
      {user === undefined ? (
        <label>
          {words.name}
          <input name="name" autoComplete="username" required />
        </label>
      ) : (
        <input name="name" autoComplete="username" value={user} readOnly hidden />
      )}
      <label>
        {words.password}
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <Button type="submit" variant="primary">
        {words.signIn}
      </Button>
    </form>
  )
}
