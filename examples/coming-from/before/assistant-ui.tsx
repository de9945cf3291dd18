import { AssistantChatTransport, useChatRuntime } from '@assistant-ui/ai-sdk'
import {
  AssistantRuntimeProvider,
  AuiConfig,
  AuiIf,
  ComposerPrimitive,
  ErrorPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  Tools,
  type ToolCallMessagePartProps,
  type Toolkit,
} from '@assistant-ui/react'

interface Booking {
  berth: string
  until: string
}

function BerthCard({
  args,
  result,
  approval,
  respondToApproval,
}: ToolCallMessagePartProps<{ berth: string }, Booking>) {
  if (result) return <p>{`Berth ${result.berth} until ${result.until}`}</p>
  if (!approval || approval.approved !== undefined) return <p>Booking {args.berth}…</p>
  return (
    <p>
      Book berth {args.berth}?
      <button onClick={() => void respondToApproval({ approved: true })}>Allow</button>
      <button onClick={() => void respondToApproval({ approved: false })}>Deny</button>
    </p>
  )
}

const toolkit: Toolkit = { bookBerth: { type: 'backend', render: BerthCard } }
const config = AuiConfig({ tools: Tools({ toolkit }) })
const transport = new AssistantChatTransport({ api: '/api/chat' })

const Message = () => (
  <MessagePrimitive.Root>
    <MessagePrimitive.Parts>
      {({ part }) => {
        if (part.type === 'text') return <p>{part.text}</p>
        if (part.type === 'reasoning') return <details>{part.text}</details>
        if (part.type === 'tool-call') return part.toolUI ?? <p>{part.toolName}</p>
        return null
      }}
    </MessagePrimitive.Parts>
    <MessagePrimitive.Error>
      <ErrorPrimitive.Root>
        <ErrorPrimitive.Message />
      </ErrorPrimitive.Root>
    </MessagePrimitive.Error>
  </MessagePrimitive.Root>
)

export function Assistant() {
  const runtime = useChatRuntime({ transport })
  return (
    <AssistantRuntimeProvider runtime={runtime} config={config}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport>
          <ThreadPrimitive.Messages>{() => <Message />}</ThreadPrimitive.Messages>
        </ThreadPrimitive.Viewport>
        <ThreadPrimitive.ScrollToBottom>Latest message</ThreadPrimitive.ScrollToBottom>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input />
          <AuiIf condition={({ thread }) => !thread.isRunning}>
            <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
          </AuiIf>
          <AuiIf condition={({ thread }) => thread.isRunning}>
            <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
          </AuiIf>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  )
}
