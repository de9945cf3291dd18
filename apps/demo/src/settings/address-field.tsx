import { Field, inputClass } from 'app-parts'

export interface AddressFieldProps {
  id: string
  label: string
  hint: string
  problem: string | undefined
  value: string
  onChange: (value: string) => void
  /** The field was left. */
  onCommit?: () => void
}

/** The address of a server: of a model, or of tools. */
export function AddressField({ value, onChange, onCommit, ...field }: AddressFieldProps) {
  return (
    <Field {...field}>
      {(props) => (
        <input
          {...props}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className={inputClass}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onCommit}
        />
      )}
    </Field>
  )
}
