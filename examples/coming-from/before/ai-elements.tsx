import { useChat } from '@ai-sdk/react'
import { MessageScroller } from '@shadcn/react/message-scroller'
import {
  DefaultChatTransport,
  getToolName,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from 'ai'
import { useState } from 'react'

const transport = new DefaultChatTransport({ api: '/api/chat' })

export function Assistant() {
  const [input, setInput] = useState('')
  const { messages, status, error, sendMessage, stop, regenerate, addToolApprovalResponse } = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  })
  const isBusy = status === 'submitted' || status === 'streaming'
  const drawPart = (part: UIMessage['parts'][number]) => {
    if (part.type === 'text') return <p className="whitespace-pre-wrap">{part.text}</p>
    if (part.type === 'reasoning') return <details className="text-muted-foreground">{part.text}</details>
    if (!isToolUIPart(part)) return null
    const answer = (approved: boolean) => addToolApprovalResponse({ id: part.approval!.id, approved })
    return (
      <section className="rounded-md border p-3">
        {getToolName(part)} {part.state}
        {part.state === 'approval-requested' && (
          <>
            <button onClick={() => answer(true)}>Allow</button>
            <button onClick={() => answer(false)}>Deny</button>
          </>
        )}
        {part.state === 'output-available' && <pre>{JSON.stringify(part.output)}</pre>}
        {part.state === 'output-error' && <p className="text-destructive">{part.errorText}</p>}
      </section>
    )
  }
  return (
    <div className="flex h-dvh flex-col">
      <MessageScroller.Provider autoScroll>
        <MessageScroller.Root className="min-h-0 flex-1">
          <MessageScroller.Viewport className="h-full overflow-y-auto">
            <MessageScroller.Content className="flex flex-col gap-6 p-4">
              {messages.map(({ id, role, parts }) => (
                <MessageScroller.Item key={id} messageId={id} scrollAnchor={role === 'user'}>
                  {parts.map((part, i) => (
                    <div key={i} className={role === 'user' ? 'ms-auto w-fit rounded-xl bg-muted p-3' : ''}>
                      {drawPart(part)}
                    </div>
                  ))}
                </MessageScroller.Item>
              ))}
            </MessageScroller.Content>
          </MessageScroller.Viewport>
          <MessageScroller.Button>Latest message</MessageScroller.Button>
        </MessageScroller.Root>
      </MessageScroller.Provider>
      {error && (
        <p role="alert" className="p-4 text-destructive">
          {error.message} <button onClick={() => void regenerate()}>Retry</button>
        </p>
      )}
      <form
        className="flex gap-2 border-t p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void sendMessage({ text: input })
          setInput('')
        }}
      >
        <input className="flex-1" value={input} onChange={(event) => setInput(event.target.value)} />
        {isBusy ? (
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        ) : (
          <button>Send</button>
        )}
      </form>
    </div>
  )
}
