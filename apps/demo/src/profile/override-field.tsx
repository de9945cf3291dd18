import { Button } from '@antiphon/ui'
import { inputClass } from '../settings/field.js'
import { Select } from '../settings/select.js'
import type { ProfileField } from './profile-fields.js'

export interface OverrideFieldProps {
  id: string
  field: ProfileField
  /** What the profile says, as text. */
  inherited: string
  /** What it was changed to; undefined for a field that follows the profile. */
  text: string | undefined
  problem?: string
  onChange: (text: string | undefined) => void
}

/** One setting: the value in use, marked when it is one's own, and the way back to the profile's. */
export function OverrideField({ id, field, inherited, text, problem, onChange }: OverrideFieldProps) {
  const describedBy = field.hint || problem ? `${id}-hint` : undefined
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': problem ? (true as const) : undefined,
  }
  const options: Readonly<Record<string, string>> | undefined =
    field.kind === 'choice' ? field.options : field.kind === 'flag' ? { true: 'yes', false: 'no' } : undefined

  return (
    <div data-overridden={text === undefined ? undefined : ''} className="flex flex-col gap-1">
      <label htmlFor={id} className="text-row">
        {field.label}
        {text !== undefined && <span className="text-accent"> (yours)</span>}
      </label>
      <div className="flex gap-2">
        {options ? (
          <Select
            {...shared}
            placeholder={`Profile: ${options[inherited] ?? (inherited || 'nothing')}`}
            options={options}
            value={text ?? ''}
            onChange={(value) => onChange(value || undefined)}
          />
        ) : (
          <input
            {...shared}
            className={inputClass}
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder={inherited || 'Nothing'}
            value={text ?? ''}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        {!options && text !== undefined && (
          <Button
            className="flex-none"
            aria-label={`${field.label}: as the profile says`}
            onClick={() => onChange(undefined)}
          >
            Reset
          </Button>
        )}
      </div>
      {describedBy && (
        <p id={describedBy} className="text-data text-text-2">
          {problem && <span className="block text-danger">{problem}</span>}
          {field.hint}
        </p>
      )}
    </div>
  )
}
