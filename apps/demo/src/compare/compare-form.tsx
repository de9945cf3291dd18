import { Button } from '@antiphon/ui'
import { useId, useState, type FormEvent } from 'react'
import { ModelPicker, type ModelsQuery } from '@antiphon/ui/shell'
import { inputClass } from '../settings/field.js'

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
          Both answers stay in the conversation, as versions of each other.
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
