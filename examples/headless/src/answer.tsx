import { describeEnding, messageParts, pairStep, type StepOutline } from '@antiphon/core'
import { useChat, useLiveStep, useStep, useVersions } from '@antiphon/react'
import { Markdown } from '@antiphon/ui/markdown'
import { Call } from './call.js'

/** An answer: a step for each request that it took, and below them its versions. */
export function Answer({ steps }: { steps: readonly StepOutline[] }) {
  const { status, regenerate } = useChat()
  const ids = steps.flatMap(({ assistant }) => assistant ?? [])
  const versions = useVersions(ids)
  const show = (index: number) => {
    const id = versions.ids[index]
    if (id) versions.activate(id)
  }
  return (
    <article>
      {steps.map((step) => (
        <Step key={step.key} outline={step} />
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
      {(status === 'ready' || status === 'error') && (
        <button onClick={() => void regenerate(ids.at(-1))}>Retry</button>
      )}
    </article>
  )
}

/** One message of the model, with the results of its calls. A piece of an answer that arrives renders this step alone. */
function Step({ outline }: { outline: StepOutline }) {
  const step = useStep(outline)
  const live = useLiveStep(outline.assistant)
  const { calls } = pairStep(step, live)
  const { kind } = describeEnding(step, live)
  const parts = step.assistant ? messageParts(step.assistant) : []
  const isGrowing = live?.phase === 'streaming'
  return (
    <>
      {live?.phase === 'waiting' && <p>…</p>}
      {parts.map((part, index) => {
        if (part.type === 'reasoning')
          return (
            <details key={part.key}>
              <summary>
                {part.ms === undefined ? 'Thinking' : `Thought for ${Math.round(part.ms / 1000)} s`}
              </summary>
              {part.text}
            </details>
          )
        if (part.type === 'tool_calls')
          return part.callIndexes.map((at) => calls[at] && <Call key={at} call={calls[at]} />)
        if (part.type === 'image' || part.type === 'audio') return <p key={part.key}>[{part.type}]</p>
        return (
          <Markdown key={part.key} text={part.text} streaming={isGrowing && index === parts.length - 1} />
        )
      })}
      {step.assistant?.error && <p role="alert">{step.assistant.error.message}</p>}
      {kind !== 'none' && kind !== 'stop' && kind !== 'error' && <p>The answer is not complete ({kind}).</p>}
    </>
  )
}
