import { contentToText } from '@antiphon/core'
import { useChat, useFollowScroll, useMessage, useTurns } from '@antiphon/react'
import { Answer } from './answer.js'

export function Thread() {
  const { status } = useChat()
  const turns = useTurns()
  const { viewportRef, contentRef, endRef, spacerRef, isAtEnd, jumpToLatest } = useFollowScroll({
    anchorKey: turns.findLast(({ role }) => role === 'user')?.key,
    streaming: status === 'submitted' || status === 'streaming',
  })
  return (
    <>
      <div ref={viewportRef} style={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
        <div ref={contentRef}>
          {turns.map((turn) => (
            <section key={turn.key} data-turn-id={turn.key}>
              {turn.role === 'user' && <Question id={turn.key} />}
              {turn.role === 'assistant' && <Answer turn={turn} />}
            </section>
          ))}
        </div>
        <div ref={endRef} />
        <div ref={spacerRef} />
      </div>
      {!isAtEnd && <button onClick={jumpToLatest}>Latest message</button>}
    </>
  )
}

function Question({ id }: { id: string }) {
  const message = useMessage(id)
  return <p className="question">{contentToText(message?.content)}</p>
}
