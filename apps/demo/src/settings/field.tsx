import type { ReactNode } from 'react'

export const inputClass =
  'h-9 w-full min-w-0 rounded-button border border-line-strong bg-raised px-2.5 text-row text-text aria-invalid:border-danger pointer-coarse:h-11'

export interface FieldProps {
  id: string
  label: string
  hint: string
  /** What is wrong with the value. */
  problem?: string
  children: (props: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }) => ReactNode
}

/** A field with its label above, and below it a hint and what is wrong, both read with the field. */
export function Field({ id, label, hint, problem, children }: FieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-row font-title">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': problem ? true : undefined })}
      <p id={`${id}-hint`} className="text-data text-text-2">
        {problem && <span className="block text-danger">{problem}</span>}
        {hint}
      </p>
    </div>
  )
}
