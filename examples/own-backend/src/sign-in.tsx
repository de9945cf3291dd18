import { useState, type FormEvent } from 'react'
import { callServer } from './call-server.js'
import { words } from './words.js'

export function SignIn({ onDone }: { onDone: (name: string) => void }) {
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [name, password] = [fields.get('name') as string, fields.get('password')]
    try {
      const headers = { 'content-type': 'application/json' }
      await callServer('/auth/login', { method: 'POST', headers, body: JSON.stringify({ name, password }) })
      onDone(name)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form className="sign-in" onSubmit={(event) => void submit(event)}>
      {problem && <p role="alert">{problem}</p>}
      <label>
        {words.name} <input name="name" autoComplete="username" required />
      </label>
      <label>
        {words.password} <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button>{words.signIn}</button>
    </form>
  )
}
