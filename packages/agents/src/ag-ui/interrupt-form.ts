import type { ApprovalRequest } from '@antiphon/core/message'
import { isRecord, listOf, parseJson, textOf, type JsonObject } from '@antiphon/base'
import type { AgentForm } from '../types.js'

/** Answers that Allow and Deny give already. */
const SAID_BY_THE_CARD = ['approved', 'reason']

/** Where the schema is of a value instead of an object, its field has this name. */
const VALUE = 'answer'

/**
 * The form for an interrupt that asks for more than yes or no, from its `responseSchema` (docs/wire 11). Undefined if Allow and
 * Deny are enough: without a schema, or if `approved` is its only required key. A field that forms cannot show, such as
 * an object, becomes a text that is read as JSON.
 */
export function interruptForm({ responseSchema, message, reason }: ApprovalRequest): AgentForm | undefined {
  const schema = typeof responseSchema === 'string' ? parseJson(responseSchema) : responseSchema
  if (!isRecord(schema) || Object.keys(schema).length === 0) return undefined
  const words = textOf(message) ?? textOf(reason) ?? ''
  if (!isRecord(schema.properties)) {
    // Any object is as good as none.
    if (schema.type === 'object' || schema.type === 'null') return undefined
    const { field, read } = fieldOf(schema)
    return {
      message: words,
      schema: { type: 'object', properties: { [VALUE]: field }, required: [VALUE] },
      toContent: (values) => read(values[VALUE]),
    }
  }
  const { properties } = schema
  const required = listOf(schema.required)
  const isDecision = 'approved' in properties
  const asked = Object.keys(properties).filter((name) => !isDecision || !SAID_BY_THE_CARD.includes(name))
  if (asked.length === 0) return undefined
  if (isDecision && !asked.some((name) => required.includes(name))) return undefined
  const fields = asked.map((name) => [name, fieldOf(properties[name])] as const)
  return {
    message: words,
    takesDenial: isDecision,
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, { field }]) => [name, field])),
      required: required.filter((name) => asked.includes(name as string)),
    },
    toContent: (values) => ({
      ...(isDecision && { approved: true }),
      ...Object.fromEntries(
        fields.flatMap(([name, { read }]) => (name in values ? [[name, read(values[name])]] : [])),
      ),
    }),
  }
}

/** One property as a form can show it, and how its value is read. */
function fieldOf(property: unknown): { field: JsonObject; read: (value: unknown) => unknown } {
  const given = withoutNull(isRecord(property) ? property : {})
  const asIs = (value: unknown): unknown => value
  const { type, items, title, description } = given
  const words = { ...(textOf(title) && { title }), ...(textOf(description) && { description }) }
  if (type === 'number' || type === 'integer' || type === 'boolean') return { field: given, read: asIs }
  if (type === 'array' && isRecord(items) && isChoice(items)) return { field: given, read: asIs }
  const isListed = [given.enum, given.oneOf].some(Array.isArray)
  if (type === 'string' && !isListed) return { field: given, read: asIs }
  if ((type === 'string' || type === undefined) && isChoice(given))
    return { field: { ...given, type: 'string' }, read: asIs }
  return {
    field: { type: 'string', ...words },
    read: (value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value),
  }
}

/** The one kind of a value that may be left out: schemas of Python write `anyOf` with null, others a list of types. */
function withoutNull(property: JsonObject): JsonObject {
  const { anyOf, type, ...rest } = property
  const kinds = listOf(anyOf).filter((one) => isRecord(one) && one.type !== 'null')
  const [only] = kinds
  if (kinds.length === 1 && isRecord(only)) return { ...only, ...rest }
  const types = listOf(type).filter((one) => one !== 'null')
  return types.length === 1 ? { ...property, type: types[0] } : property
}

const isChoice = ({ enum: values, oneOf, anyOf }: JsonObject): boolean =>
  [values, oneOf, anyOf].some(
    (list) =>
      Array.isArray(list) &&
      list.length > 0 &&
      list.every((one) => typeof one === 'string' || (isRecord(one) && typeof one.const === 'string')),
  )
