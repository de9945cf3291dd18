'use client'

/** The state of the kit under shadcn's Message Scroller, with markup of your own. */
import { contentToText, type TurnOutline } from '@antiphon/core'
import {
  ChatProvider,
  useAnswer,
  useChat,
  useComposer,
  useMessage,
  useTurns,
  type AnswerPart,
} from '@antiphon/react'
import { Markdown } from '@antiphon/ui/markdown'
import { MessageScroller } from '@shadcn/react/message-scroller'
import { memo } from 'react'
import { endpoint, model, tools } from './endpoint'
import { ShadcnCall } from './shadcn-call'

const quiet = 'rounded-md border px-3 py-1 text-sm'

export function ShadcnChat() {
  const { chat } = useChat({ endpoint, model, tools })
  return (
    <ChatProvider chat={chat}>
      <div className="flex h-full flex-col">
        <Messages />
        <MessageBox />
      </div>
    </ChatProvider>
  )
}

function Messages() {
  return (
    <MessageScroller.Provider autoScroll>
      <MessageScroller.Root className="relative min-h-0 flex-1">
        <MessageScroller.Viewport aria-label="Conversation" className="h-full overflow-y-auto">
          <MessageScroller.Content className="mx-auto flex max-w-2xl flex-col gap-6 p-4">
            {useTurns().map((turn) => (
              <MessageScroller.Item key={turn.key} messageId={turn.key} scrollAnchor={turn.role === 'user'}>
                {turn.role === 'user' && <Question id={turn.key} />}
                {turn.role === 'assistant' && <Answer turn={turn} />}
              </MessageScroller.Item>
            ))}
          </MessageScroller.Content>
        </MessageScroller.Viewport>
        <MessageScroller.Button
          className={`${quiet} absolute inset-x-0 bottom-2 mx-auto w-fit bg-background data-[active=false]:invisible`}
        >
          Latest message
        </MessageScroller.Button>
      </MessageScroller.Root>
    </MessageScroller.Provider>
  )
}

function Question({ id }: { id: string }) {
  const message = useMessage(id)
  return <p className="ms-auto w-fit rounded-xl bg-muted px-4 py-2">{contentToText(message?.content)}</p>
}

const Answer = memo(function Answer({ turn }: { turn: TurnOutline }) {
  const { parts, ids, isRunning } = useAnswer(turn)
  const { regenerate } = useChat()
  return (
    <article className="flex flex-col gap-3">
      {parts.map((part) => (
        <Part key={part.key} part={part} />
      ))}
      {!isRunning && (
        <button className={`${quiet} w-fit`} onClick={() => void regenerate(ids.at(-1))}>
          Retry
        </button>
      )}
    </article>
  )
})

const Part = memo(function Part({ part }: { part: AnswerPart }) {
  switch (part.type) {
    case 'waiting':
      return <p className="text-muted-foreground">Thinking…</p>
    case 'reasoning':
      return (
        <details className="text-muted-foreground">
          <summary>Thoughts</summary>
          {part.text}
        </details>
      )
    case 'call':
      return <ShadcnCall call={part.call} args={part.args} />
    case 'error':
      return (
        <p role="alert" className="text-destructive">
          {part.error.message}
        </p>
      )
    case 'ending':
      return <p className="text-muted-foreground">The answer is not complete ({part.ending.kind}).</p>
    case 'image':
    case 'audio':
      return <p className="text-muted-foreground">[{part.type}]</p>
    default:
      return <Markdown text={part.text} streaming={part.isGrowing} />
  }
})

function MessageBox() {
  const { fieldProps, submit, busy, canSend, canStop, stop, error } = useComposer()
  return (
    <form
      className="mx-auto flex w-full max-w-2xl gap-2 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {error instanceof Error && <p role="alert">{error.message}</p>}
      <textarea aria-label="Message" className="flex-1 rounded-md border p-2" rows={1} {...fieldProps} />
      {busy ? (
        <button type="button" className={quiet} disabled={!canStop} onClick={stop}>
          Stop
        </button>
      ) : (
        <button className={quiet} disabled={!canSend}>
          Send
        </button>
      )}
    </form>
  )
}
