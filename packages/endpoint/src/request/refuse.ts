import { RefusedRequest } from '../http/error-body.js'

/** A value's type in OpenAI's words. */
export function typeWord(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  switch (typeof value) {
    case 'boolean':
      return 'a boolean'
    case 'number':
      return Number.isInteger(value) ? 'an integer' : 'a decimal'
    case 'string':
      return 'a string'
    default:
      return 'an object'
  }
}

export function refuse(message: string, param: string | null, code: string | null = null): never {
  throw new RefusedRequest(400, { message, param, code })
}

export function refuseType(param: string, expected: string, value: unknown): never {
  // OpenAI writes "got a string instead", but "got null instead" for null.
  refuse(
    `Invalid type for '${param}': expected ${expected}, but got ${typeWord(value)} instead.`,
    param,
    'invalid_type',
  )
}

export function refuseMissing(param: string): never {
  refuse(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
