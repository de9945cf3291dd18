import type * as z from 'zod'
import { RouteError } from './answers.js'

/**
 * The body of a request as the schema reads it.
 *
 * @throws RouteError 415 for another type than JSON, 400 for a text that is not JSON, or does not fit: it names the field.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new RouteError(415, 'not_json', 'The body of the request must be application/json.')
  const text = await request.text()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RouteError(400, 'not_json', 'The body of the request is not JSON.')
  }
  return check(schema, value, 'body')
}

/** @throws RouteError 400 that names the field. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  of: string,
): z.output<Schema> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = [of, ...(issue?.path ?? [])].join('.')
  throw new RouteError(400, 'does_not_fit', `${place}: ${issue?.message ?? 'does not fit'}`)
}
