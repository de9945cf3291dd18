import { useId, useState, type FormEvent } from 'react'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { pretty } from './approval-arguments.js'

export interface EditFormProps {
  /** The arguments as they are, as JSON. */
  arguments: string
  name: string
  /** Takes the new JSON. Resolves with what is wrong with it, in words, or with nothing. */
  onEdit: (json: string) => Promise<string | undefined>
  onBack: () => void
}

/** Changes the arguments before the call runs. They are checked, and then asked about again. */
export function EditForm({ arguments: raw, name, onEdit, onBack }: EditFormProps) {
  const { strings } = useWords()
  const id = useId()
  const [text, setText] = useState(() => pretty(raw))
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setProblem(await onEdit(text))
  }
  return (
    <form data-slot="approval-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{strings.call.argumentsOf(name)}</label>
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader asked for this field with the press before
        autoFocus
        id={id}
        rows={Math.min(16, text.split('\n').length + 1)}
        spellCheck={false}
        autoComplete="off"
        data-slot="approval-field"
        className="ap:font-mono"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="ap:text-data ap:text-danger ap:wrap-anywhere">
          {problem}
        </p>
      )}
      <div data-slot="actions">
        <Button variant="default" type="submit">
          {strings.approval.useArguments}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {strings.approval.back}
        </Button>
      </div>
    </form>
  )
}
