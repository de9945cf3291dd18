import { jsonText } from './json-text.js'
import { isRecord, type JsonObject } from '../../errors/is-record.js'
import { parseJson } from '../../errors/parse-json.js'

/** The arguments of a call as an object, or undefined when the text is none. No text at all is an empty object. */
export function argumentsObject(text: string): JsonObject | undefined {
  const value = text.trim() === '' ? {} : parseJson(text)
  return isRecord(value) && !Object.hasOwn(value, '__proto__') ? value : undefined
}

/** The argument text for a value: a text stays what it is, everything else becomes JSON. */
export function argumentsText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '{}' : jsonText(value)
}
