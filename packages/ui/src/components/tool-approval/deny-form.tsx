import { useId, type FormEvent } from 'react'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'

export interface DenyFormProps {
  onDeny: (reason: string | undefined) => void
  onBack: () => void
}

/** Denies with a reason, which the model reads. */
export function DenyForm({ onDeny, onBack }: DenyFormProps) {
  const { strings } = useWords()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const reason = new FormData(event.currentTarget).get('reason')
    onDeny(typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : undefined)
  }
  return (
    <form data-slot="approval-form" onSubmit={submit}>
      <label htmlFor={id}>{strings.approval.reason}</label>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader asked for this field with the press before
        autoFocus
        id={id}
        name="reason"
        autoComplete="off"
        dir="auto"
        data-slot="approval-field"
      />
      <div data-slot="actions">
        <Button variant="default" type="submit">
          {strings.approval.deny}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {strings.approval.back}
        </Button>
      </div>
    </form>
  )
}
