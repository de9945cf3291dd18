import { Field, inputClass, Select } from 'app-parts'
import { useState } from 'react'
import type { SettingsDraft } from './settings-draft.js'
import { efforts } from './settings.js'
import { words } from '../words/words.js'

export interface ParameterFieldsProps {
  id: string
  draft: SettingsDraft
  problems: Partial<Record<keyof SettingsDraft, string>>
  onChange: (change: Partial<SettingsDraft>) => void
}

const said = words.settings.parameters
const areaClass = `${inputClass} h-auto min-h-9 py-1.5 field-sizing-content`

/** Fields for the name of a connection and the parameters of every request. Empty fields are not sent. */
export function ParameterFields({ id, draft, problems, onChange }: ParameterFieldsProps) {
  const line = (
    field: 'name' | 'maxTokens' | 'temperature' | 'topP' | 'seed',
    label: string,
    hint: string,
    inputMode: 'text' | 'numeric' | 'decimal',
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
  const text = (field: 'system' | 'stop' | 'extraHeaders' | 'extraBody', label: string, hint: string) => (
    <Field id={`${id}-${field}`} label={label} hint={hint} problem={problems[field]}>
      {(props) => (
        <textarea
          {...props}
          rows={2}
          dir="auto"
          spellCheck={field === 'system'}
          autoComplete="off"
          className={`${areaClass} ${field === 'system' ? 'min-h-20' : 'font-mono'}`}
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
      {line('name', said.name, said.nameHint, 'text')}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {line('maxTokens', said.maxTokens, said.maxTokensHint, 'numeric')}
        {line('temperature', said.temperature, said.temperatureHint, 'decimal')}
        <Field id={`${id}-effort`} label={said.effort} hint={said.effortHint}>
          {(props) => (
            <Select
              {...props}
              placeholder={said.serverDefault}
              options={efforts}
              value={draft.effort}
              onChange={(effort) => onChange({ effort })}
            />
          )}
        </Field>
      </div>
      <details open={open || wrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer text-row text-text-2">{said.more(more.length)}</summary>
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
          {line('topP', said.topP, said.topPHint, 'decimal')}
          {line('seed', said.seed, said.seedHint, 'numeric')}
          {text('stop', said.stop, said.stopHint)}
          {text('extraHeaders', said.headers, said.headersHint)}
          <div className="sm:col-span-2">{text('extraBody', said.body, said.bodyHint)}</div>
        </div>
      </details>
      {text('system', said.system, said.systemHint)}
    </>
  )
}
