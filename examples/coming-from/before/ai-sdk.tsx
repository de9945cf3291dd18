import { useChat } from '@ai-sdk/react'
import {
  DefaultChatTransport,
  getToolName,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from 'ai'
import { useState } from 'react'

const transport = new DefaultChatTransport({ api: '/api/chat' })

export function Assistant({ stored }: { stored: UIMessage[] }) {
  const [input, setInput] = useState('')
  const { messages, status, error, sendMessage, stop, regenerate, addToolApprovalResponse } = useChat({
    messages: stored,
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  })
  const isBusy = status === 'submitted' || status === 'streaming'
  const drawPart = (part: UIMessage['parts'][number]) => {
    if (part.type === 'text') return <p>{part.text}</p>
    if (part.type === 'reasoning') return <details>{part.text}</details>
    if (part.type === 'file') return <img src={part.url} alt={part.filename ?? ''} />
    if (!isToolUIPart(part)) return null
    const answer = (approved: boolean) => addToolApprovalResponse({ id: part.approval!.id, approved })
    return (
      <section>
        <strong>{getToolName(part)}</strong> {part.state}
        <pre>{JSON.stringify(part.input)}</pre>
        {part.state === 'approval-requested' && (
          <>
            <button onClick={() => answer(true)}>Allow</button>
            <button onClick={() => answer(false)}>Deny</button>
          </>
        )}
        {part.state === 'output-available' && <pre>{JSON.stringify(part.output)}</pre>}
        {part.state === 'output-error' && <p>{part.errorText}</p>}
      </section>
    )
  }
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <article key={id} data-role={role}>
          {parts.map((part, i) => (
            <div key={i}>{drawPart(part)}</div>
          ))}
        </article>
      ))}
      {error && (
        <p role="alert">
          {error.message} <button onClick={() => void regenerate()}>Retry</button>
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void sendMessage({ text: input })
          setInput('')
        }}
      >
        <input value={input} onChange={(event) => setInput(event.target.value)} />
        {isBusy ? (
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        ) : (
          <button>Send</button>
        )}
      </form>
    </main>
  )
}
