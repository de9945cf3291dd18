import { Field, inputClass } from './field.js'
import { Select } from './select.js'
import { efforts } from './settings.js'
import type { SettingsDraft, SettingsProblems } from './settings-draft.js'

export interface ParameterFieldsProps {
  id: string
  draft: SettingsDraft
  problems: SettingsProblems
  onChange: (change: Partial<SettingsDraft>) => void
}

/** What is asked of the model with each request. Empty fields are not sent. */
export function ParameterFields({ id, draft, problems, onChange }: ParameterFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        id={`${id}-maxTokens`}
        label="Max tokens"
        hint="Longest answer. Empty: the server decides."
        problem={problems.maxTokens}
      >
        {(props) => (
          <input
            {...props}
            inputMode="numeric"
            autoComplete="off"
            className={inputClass}
            value={draft.maxTokens}
            onChange={(event) => onChange({ maxTokens: event.target.value })}
          />
        )}
      </Field>
      <Field
        id={`${id}-temperature`}
        label="Temperature"
        hint="0 to 2. Empty: the server decides."
        problem={problems.temperature}
      >
        {(props) => (
          <input
            {...props}
            inputMode="decimal"
            autoComplete="off"
            className={inputClass}
            value={draft.temperature}
            onChange={(event) => onChange({ temperature: event.target.value })}
          />
        )}
      </Field>
      <Field id={`${id}-effort`} label="Thinking" hint="How much. Each server has its own words for it.">
        {(props) => (
          <Select
            {...props}
            placeholder="The server decides"
            options={efforts}
            value={draft.effort}
            onChange={(effort) => onChange({ effort })}
          />
        )}
      </Field>
    </div>
  )
}
