import { ChatProvider, useChatInstance } from '@antiphon/react'
import { Button, Transcript } from '@antiphon/ui'
import { ModelPicker, type ModelsQuery } from '@antiphon/ui/shell'
import { useId, useState, type FormEvent, useSyncExternalStore, useEffect, useRef } from 'react'
import { beginThread } from '../chat/system-prompts.js'
import { inputClass } from '../settings/fields.js'
import { type Comparison, type Side, createComparison } from './create-comparison.js'

export interface CompareFormProps {
  models: ModelsQuery
  /** The model of the conversation. */
  model: string
  onAsk: (text: string, models: readonly [string, string]) => void
}

/** The question and the two models that answer it. */
export function CompareForm({ models, model, onAsk }: CompareFormProps) {
  const [question, setQuestion] = useState('')
  const [first, setFirst] = useState(model)
  const [second, setSecond] = useState('')
  const [tried, setTried] = useState(false)
  const id = useId()
  const problem =
    question.trim() === '' ? 'Write a question.' : !first || !second ? 'Choose two models.' : undefined

  const ask = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!problem) onAsk(question.trim(), [first, second])
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={ask}>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-row font-title">
          Question
        </label>
        <textarea
          id={id}
          rows={3}
          dir="auto"
          aria-describedby={`${id}-hint`}
          aria-invalid={(tried && question.trim() === '') || undefined}
          className={`${inputClass} h-auto py-1.5`}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <p id={`${id}-hint`} className="text-data text-text-2">
          {tried && problem && <span className="block text-danger">{problem}</span>}
          Both answers stay in this conversation as versions of each other.
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {(
          [
            ['First model', first, setFirst],
            ['Second model', second, setSecond],
          ] as const
        ).map(([label, value, set]) => (
          <div key={label} className="flex flex-col gap-1">
            <label htmlFor={`${id}-${label}`} className="text-row font-title">
              {label}
            </label>
            <ModelPicker
              id={`${id}-${label}`}
              live
              side="below"
              label={label}
              value={value}
              models={models}
              onChange={set}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-end">
        <Button variant="primary" type="submit">
          Ask both
        </Button>
      </div>
    </form>
  )
}

export interface CompareViewProps {
  comparison: Comparison
  onKeep: (side: Side) => void
}

/** The answers beside each other; on a narrow screen below each other. */
export function CompareView({ comparison, onKeep }: CompareViewProps) {
  return (
    <div className="grid min-h-0 flex-1 auto-rows-fr gap-3 min-[720px]:grid-cols-2">
      {comparison.sides.map((side, index) => (
        <ChatProvider key={index} chat={side.chat}>
          <Column side={side} onKeep={onKeep} />
        </ChatProvider>
      ))}
    </div>
  )
}

const states = {
  ready: 'Ended',
  submitted: 'Waiting',
  streaming: 'Answering',
  error: 'Failed',
} as const

function Column({ side, onKeep }: { side: Side; onKeep: (side: Side) => void }) {
  const chat = useChatInstance()
  const { status } = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState)
  const runs = status === 'submitted' || status === 'streaming'
  return (
    <section
      aria-label={side.model}
      data-status={status}
      className="flex min-h-64 min-w-0 flex-col overflow-hidden rounded-block border border-line"
    >
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
        <h3 className="min-w-0 flex-1 truncate text-row font-title">{side.model}</h3>
        <span className="text-data text-text-2">{states[status]}</span>
        {runs ? (
          <Button variant="small" aria-label={`Stop ${side.model}`} onClick={() => chat.stop()}>
            Stop
          </Button>
        ) : (
          <Button
            variant="small"
            aria-label={`Keep the answer of ${side.model}`}
            onClick={() => onKeep(side)}
          >
            Keep this one
          </Button>
        )}
      </div>
      <Transcript showSystem className="min-h-0 flex-1" />
    </section>
  )
}

export interface CompareDialogProps {
  models: ModelsQuery
  model: string
  /** Opens a conversation that has not begun. */
  system: string
  onClose: () => void
}

/** Asks two models the same question, shows both answers, and leaves them in the conversation as versions. */
export function CompareDialog({ models, model, system, onClose }: CompareDialogProps) {
  const chat = useChatInstance()
  const [comparison, setComparison] = useState<Comparison>()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => () => comparison?.stop(), [comparison])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      className={`m-auto max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-bubble border border-transparent bg-bg p-0 text-text shadow-dialog ${
        comparison ? 'h-[calc(100dvh-2rem)] w-[80rem]' : 'w-[36rem]'
      }`}
      onClose={onClose}
    >
      <div className="flex h-full min-h-0 flex-col gap-4 p-4 sm:p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 id={`${id}-title`} className="text-prose font-heading">
            Compare two models
          </h2>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
        {comparison ? (
          <CompareView
            comparison={comparison}
            onKeep={(side) => {
              comparison.stop()
              comparison.keep(side)
              dialog.current?.close()
            }}
          />
        ) : (
          <CompareForm
            models={models}
            model={model}
            onAsk={(text, both) => {
              beginThread(chat, system)
              setComparison(createComparison(chat, text, both))
            }}
          />
        )}
      </div>
    </dialog>
  )
}
