import type { ReactNode } from 'react'

export interface FieldProps {
  id: string
  label: string
  hint: string
  /** The problem with the value, in words. */
  problem?: string
  /** The text above the field already names it on screen, so its label is only for screen readers. */
  isNamed?: boolean
  children: (props: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }) => ReactNode
}

/** A field with its label above, and below it a hint and what is wrong, both read with the field. */
export function Field({ id, label, hint, problem, isNamed, children }: FieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={isNamed ? 'sr-only' : 'text-row font-title'}>
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
