import { useState } from 'react'
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

const areaClass = `${inputClass} h-auto min-h-9 py-1.5 field-sizing-content`

/** What is asked of the model with each request. Empty fields are not sent. */
export function ParameterFields({ id, draft, problems, onChange }: ParameterFieldsProps) {
  const number = (
    field: 'maxTokens' | 'temperature' | 'topP' | 'seed',
    label: string,
    hint: string,
    inputMode: 'numeric' | 'decimal',
  ) => (
    <Field id={`${id}-${field}`} label={label} hint={hint} problem={problems[field]}>
      {(props) => (
        <input
          {...props}
          inputMode={inputMode}
          autoComplete="off"
          className={inputClass}
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  const text = (field: 'stop' | 'extraHeaders' | 'extraBody', label: string, hint: string) => (
    <Field
      id={`${id}-${field}`}
      label={label}
      hint={hint}
      problem={field === 'stop' ? undefined : problems[field]}
    >
      {(props) => (
        <textarea
          {...props}
          rows={2}
          spellCheck={false}
          autoComplete="off"
          className={`${areaClass} font-mono`}
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  const [open, setOpen] = useState(false)
  const more = (['topP', 'seed', 'stop', 'extraHeaders', 'extraBody'] as const).filter(
    (field) => draft[field] !== '',
  )
  const wrong = Boolean(problems.topP ?? problems.seed ?? problems.extraHeaders ?? problems.extraBody)

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        {number('maxTokens', 'Max tokens', 'Longest answer. Empty: the server decides.', 'numeric')}
        {number('temperature', 'Temperature', '0 to 2. Empty: the server decides.', 'decimal')}
        <Field id={`${id}-effort`} label="Thinking" hint="How much. Each server has its own words for it.">
          {(props) => (
            <Select
              {...props}
              placeholder="By server"
              options={efforts}
              value={draft.effort}
              onChange={(effort) => onChange({ effort })}
            />
          )}
        </Field>
      </div>
      <details open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer text-row text-text-2">
          More parameters, headers and body{more.length > 0 && `, ${more.length} set`}
        </summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {number('topP', 'Top P', '0 to 1. Empty: the server decides.', 'decimal')}
          {number('seed', 'Seed', 'For answers that repeat, where a server knows it.', 'numeric')}
          {text('stop', 'Stop at', 'Texts at which an answer ends, one a line.')}
          {text(
            'extraHeaders',
            'Extra headers',
            'Name: value, one a line. Each must be allowed by the server.',
          )}
          <div className="sm:col-span-2">
            {text('extraBody', 'Extra body', 'JSON, merged into each request last, such as {"top_k": 40}.')}
          </div>
        </div>
      </details>
    </>
  )
}
