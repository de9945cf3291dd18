import type { TurnOutline } from '@antiphon/core'
import { useAnswer, useChat, useVersions, type AnswerPart } from '@antiphon/react'
import { Markdown } from '@antiphon/ui/markdown'
import { memo } from 'react'
import { Call } from './call.js'

/** An answer with all that its requests brought, and below it its versions. */
export const Answer = memo(function Answer({ turn }: { turn: TurnOutline }) {
  const { parts, ids, isRunning } = useAnswer(turn)
  const { regenerate } = useChat()
  const versions = useVersions(ids)
  const show = (index: number) => {
    const id = versions.ids[index]
    if (id) versions.activate(id)
  }
  return (
    <article>
      {parts.map((part) => (
        <Part key={part.key} part={part} />
      ))}
      {versions.ids.length > 1 && (
        <p>
          <button disabled={versions.index === 0} onClick={() => show(versions.index - 1)}>
            Previous version
          </button>
          {versions.index + 1}/{versions.ids.length}
          <button
            disabled={versions.index === versions.ids.length - 1}
            onClick={() => show(versions.index + 1)}
          >
            Next version
          </button>
        </p>
      )}
      {!isRunning && <button onClick={() => void regenerate(ids.at(-1))}>Retry</button>}
    </article>
  )
})

/** A part that did not change is the same object, so a piece of an answer renders the part that grows alone. */
const Part = memo(function Part({ part }: { part: AnswerPart }) {
  switch (part.type) {
    case 'waiting':
      return <p>…</p>
    case 'reasoning':
      return (
        <details>
          <summary>
            {part.ms === undefined ? 'Thinking' : `Thought for ${Math.round(part.ms / 1000)} s`}
          </summary>
          {part.text}
        </details>
      )
    case 'call':
      return <Call call={part.call} args={part.args} />
    case 'image':
    case 'audio':
      return <p>[{part.type}]</p>
    case 'error':
      return <p role="alert">{part.error.message}</p>
    case 'ending':
      return <p>The answer is not complete ({part.ending.kind}).</p>
    default:
      return <Markdown text={part.text} streaming={part.isGrowing} />
  }
})
