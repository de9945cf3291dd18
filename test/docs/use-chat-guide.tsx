import { useChat } from '@antiphon/react'
import { useState } from 'react'

export function Thread({ language }: { language: string }) {
  const [text, setText] = useState('')
  const { messages, status, error, send, stop, clearError } = useChat({
    endpoint: { baseUrl: '/api/v1' },
    model: 'gpt-5',
    system: `Answer in ${language}.`,
    onFinish: ({ outcome, message }) => console.log(outcome, message.usage),
    onError: ({ kind, message }) => console.warn(kind, message),
  })
  const submit = () => {
    void send(text, {
      metadata: { 'app.language': language },
      body: { user: 'u1' },
      headers: { 'x-plan': 'pro' },
    })
    setText('')
  }
  return (
    <>
      {messages.map(({ id, role, content }) => (
        <p key={id}>
          {role}: {String(content)}
        </p>
      ))}
      {error && <button onClick={clearError}>{error.message}</button>}
      <input value={text} onChange={(event) => setText(event.target.value)} />
      <button onClick={status === 'streaming' ? stop : submit}>{status}</button>
    </>
  )
}
