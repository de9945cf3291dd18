import { isRecord, type JsonObject } from '@antiphon/base'
import { fitsFormat } from './json-formats.js'

/** A choice of a field: what is sent, and the words for it. */
export interface FormOption {
  value: string
  label: string
}

/** One field of a form, read from a property of its schema. */
export interface FormField {
  name: string
  /** Default: the name. */
  label: string
  description?: string
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices'
  isRequired: boolean
  /** Least and most: characters of a text, the value of a number, how many of several choices. */
  min?: number
  max?: number
  /** Only for `text`. */
  format?: 'email' | 'uri' | 'date' | 'date-time'
  /** Only for `choice` and `choices`. */
  options: readonly FormOption[]
  initial?: FormValue
}

/** The value that a person entered into one field; several choices are a list. */
export type FormValue = string | number | boolean | readonly string[]

/** A reason why a value does not fit its field; `limit` is the bound that it violates. */
export interface FormProblem {
  kind:
    | 'missing'
    | 'not-number'
    | 'not-integer'
    | 'too-short'
    | 'too-long'
    | 'too-small'
    | 'too-large'
    | 'too-few'
    | 'too-many'
    | 'no-option'
    | 'format'
  limit?: number
}

const MAX_FIELDS = 100
const MAX_OPTIONS = 1_000
const MAX_LENGTH = 10_000
const FORMATS = ['email', 'uri', 'date', 'date-time']

/**
 * The fields of a flat schema: an object whose properties are texts, numbers, booleans, and choices of texts, as MCP
 * has it for elicitation. Titles and descriptions stay as they are.
 *
 * @throws Error in words for a schema of another shape, or with more fields than a person would fill in.
 */
export function readForm(schema: unknown): FormField[] {
  if (!isRecord(schema) || !isRecord(schema['properties'])) throw new Error('The form has no fields.')
  const properties = Object.entries(schema['properties'])
  if (properties.length > MAX_FIELDS)
    throw new Error(`The form has ${properties.length} fields; ${MAX_FIELDS} is the most that is shown.`)
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  return properties.map(([name, property]) => readField(name, property, required.includes(name)))
}

function readField(name: string, property: unknown, isRequired: boolean): FormField {
  const refuse = (): never => {
    throw new Error(`The field "${name.slice(0, 100)}" of the form is of a kind that cannot be asked for.`)
  }
  if (!isRecord(property)) return refuse()
  const { type, title, description, format } = property
  const kind = kindOf(property) ?? refuse()
  const items = property['items']
  const options = optionsOf(kind === 'choices' && isRecord(items) ? items : property)
  if ((kind === 'choice' || kind === 'choices') && (options.length === 0 || options.length > MAX_OPTIONS))
    refuse()
  const [min, max] = { text: ['minLength', 'maxLength'], choices: ['minItems', 'maxItems'] }[
    kind as string
  ] ?? ['minimum', 'maximum']
  const initial = valueOf(kind, property['default'])
  return {
    name,
    label: wordsOf(title) ?? name,
    ...(wordsOf(description) !== undefined && { description: wordsOf(description) }),
    kind,
    isRequired,
    ...(typeof property[min!] === 'number' && { min: property[min!] as number }),
    ...(typeof property[max!] === 'number' && { max: property[max!] as number }),
    ...(type === 'string' && FORMATS.includes(format as string) && { format: format as 'email' }),
    options,
    ...(initial !== undefined && { initial }),
  }
}

function kindOf(property: JsonObject): FormField['kind'] | undefined {
  switch (property['type']) {
    case 'string':
      return Array.isArray(property['enum']) || Array.isArray(property['oneOf']) ? 'choice' : 'text'
    case 'number':
    case 'integer':
    case 'boolean':
      return property['type']
    case 'array':
      return isRecord(property['items']) ? 'choices' : undefined
    default:
      return undefined
  }
}

/** The options of a schema: from `enum` with `enumNames`, or from `oneOf` or `anyOf` with `const` and `title`. */
function optionsOf({ enum: values, enumNames, oneOf, anyOf }: JsonObject): FormOption[] {
  if (Array.isArray(values)) {
    const names: unknown[] = Array.isArray(enumNames) ? enumNames : []
    return values.flatMap((value: unknown, at) =>
      typeof value === 'string' ? { value, label: wordsOf(names[at]) ?? value } : [],
    )
  }
  const titled: unknown[] = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : []
  return titled.flatMap((one) =>
    isRecord(one) && typeof one['const'] === 'string'
      ? { value: one['const'], label: wordsOf(one['title']) ?? one['const'] }
      : [],
  )
}

function valueOf(kind: FormField['kind'], value: unknown): FormValue | undefined {
  if (kind === 'choices')
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
  const type = kind === 'boolean' ? 'boolean' : kind === 'number' || kind === 'integer' ? 'number' : 'string'
  return typeof value === type ? (value as FormValue) : undefined
}

function wordsOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, MAX_LENGTH) : undefined
}

/** Returns why a value does not fit its field; undefined when it fits. An absent value fits a field that is not required. */
export function problemOf(field: FormField, value: unknown): FormProblem | undefined {
  const { kind, min = -Infinity, max = Infinity, options } = field
  if (value === undefined) return field.isRequired ? { kind: 'missing' } : undefined
  if (kind === 'boolean') return typeof value === 'boolean' ? undefined : { kind: 'no-option' }
  if (kind === 'number' || kind === 'integer') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { kind: 'not-number' }
    if (kind === 'integer' && !Number.isInteger(value)) return { kind: 'not-integer' }
    if (value < min) return { kind: 'too-small', limit: min }
    return value > max ? { kind: 'too-large', limit: max } : undefined
  }
  const isOption = (one: unknown): boolean => options.some((option) => option.value === one)
  if (kind === 'choices') {
    if (!Array.isArray(value) || !value.every(isOption)) return { kind: 'no-option' }
    if (value.length < min) return { kind: 'too-few', limit: min }
    return value.length > max ? { kind: 'too-many', limit: max } : undefined
  }
  if (kind === 'choice') return isOption(value) ? undefined : { kind: 'no-option' }
  return typeof value === 'string' ? problemOfText(field, value) : { kind: 'format' }
}

function problemOfText(
  { min = 0, max = Infinity, format }: FormField,
  text: string,
): FormProblem | undefined {
  const { length } = Array.from(text)
  if (length < min) return { kind: 'too-short', limit: min }
  if (length > max) return { kind: 'too-long', limit: max }
  return format && !fitsFormat(format, text) ? { kind: 'format' } : undefined
}

/** The names of the fields that these values do not fit, in the order of the form. A value of no field is one too. */
export function unfitFields(
  fields: readonly FormField[],
  content: Readonly<Record<string, unknown>>,
): string[] {
  const unfit = fields.filter((field) => problemOf(field, content[field.name])).map(({ name }) => name)
  const unknown = Object.keys(content).filter((name) => !fields.some((field) => field.name === name))
  return [...unfit, ...unknown]
}
