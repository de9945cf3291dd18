import { Icon } from '@antiphon/ui'
import type { ComponentProps } from 'react'

export const inputClass =
  'h-9 w-full min-w-0 rounded-button border border-field bg-raised px-2.5 text-row text-text aria-invalid:border-danger pointer-coarse:h-11'

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  /** Label of the empty option. Absent: the list has no such option. */
  placeholder?: string
  /** Labels by value. */
  options: Readonly<Record<string, string>>
  onChange: (value: string) => void
}

/** The browser's own list, in the dress of the other fields. */
export function Select({ placeholder, options, onChange, className = '', ...rest }: SelectProps) {
  return (
    <span className={`relative block min-w-0 flex-1 ${className}`}>
      <select
        {...rest}
        className={`${inputClass} appearance-none pe-8 text-ellipsis`}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron"
        className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 rotate-90 text-text-2"
      />
    </span>
  )
}
