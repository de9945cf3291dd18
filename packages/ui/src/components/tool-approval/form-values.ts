import type { FormField, FormValue } from '@antiphon/core/calls'

/** The content of a field: text as typed, a check mark, or the checked choices. */
export type Typed = string | boolean | readonly string[]

/** The first content of a field: the default of its schema. */
export function typedOf({ kind, format, initial }: FormField): Typed {
  if (kind === 'boolean') return initial === true
  if (kind === 'choices') return Array.isArray(initial) ? initial : []
  if (initial === undefined) return ''
  return format === 'date-time' ? localTime(String(initial)) : String(initial)
}

/** The value that is sent. Undefined: nothing was entered. */
export function valueOf({ kind, format, isRequired }: FormField, typed: Typed): FormValue | undefined {
  if (typeof typed === 'boolean') return typed
  if (typeof typed !== 'string') return typed.length === 0 && !isRequired ? undefined : typed
  if (kind === 'number' || kind === 'integer') {
    const text = typed.trim()
    // A single comma in a number without a point is a decimal point.
    return text === '' ? undefined : Number(/^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text)
  }
  if (typed === '') return undefined
  if (format !== 'date-time') return typed
  const time = new Date(typed)
  return Number.isNaN(time.getTime()) ? typed : time.toISOString()
}

/** As an input of the type `datetime-local` takes it: in the time zone of the reader. */
function localTime(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return ''
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}
