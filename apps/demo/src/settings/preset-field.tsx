import { Icon } from '@antiphon/ui'
import { useQuery } from '@tanstack/react-query'
import { proxiesQuery } from '../endpoint/proxies.js'
import { Field, inputClass } from './field.js'
import { presetGroups, type Preset } from './presets.js'

export interface PresetFieldProps {
  id: string
  baseUrl: string
  onChoose: (preset: Preset) => void
}

/** Fills the form with a known server. What stands in the form decides what it shows, so that it is never wrong. */
export function PresetField({ id, baseUrl, onChoose }: PresetFieldProps) {
  const { data: proxies = [] } = useQuery(proxiesQuery())
  const groups = presetGroups(proxies)
  const presets = groups.flatMap((group) => group.presets)
  const chosen = presets.find((preset) => preset.baseUrl === baseUrl)
  return (
    <Field id={id} label="Preset" hint="Fills in the address. What is in braces is for you to replace.">
      {(props) => (
        <span className="relative block">
          <select
            {...props}
            className={`${inputClass} appearance-none pe-8 text-ellipsis`}
            value={chosen?.id ?? ''}
            onChange={(event) => {
              const preset = presets.find((one) => one.id === event.target.value)
              if (preset) onChoose(preset)
            }}
          >
            <option value="">Any other server</option>
            {groups.map((group) => (
              <optgroup key={group.label} label={group.label}>
                {group.presets.map((preset) => (
                  <option key={preset.id} value={preset.id}>
                    {preset.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <Icon
            name="chevron"
            className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 rotate-90 text-text-2"
          />
        </span>
      )}
    </Field>
  )
}
