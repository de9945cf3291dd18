import { RefusedRequest } from '../http/http.js'
import { readChatRequest } from '../request/check-request.js'
import { createChatWriter } from './chat-writer.js'
import type { EndpointWire } from './endpoint-wire.js'

/** Refuses a request without the key that OpenAI's servers look for, in their words. */
export function checkBearer({ headers }: Request, apiKey: string): void {
  const given = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim()
  if (given === apiKey) return
  const message = given
    ? `Incorrect API key provided: ${mask(given)}.`
    : "You didn't provide an API key. Send it in an Authorization header with Bearer auth (Authorization: Bearer YOUR_KEY)."
  throw new RefusedRequest(401, { message, code: 'invalid_api_key' })
}

/** An error body may end up in a screenshot: never the whole key. */
function mask(key: string): string {
  return key.length <= 8 ? '*'.repeat(key.length) : `${key.slice(0, 4)}${'*'.repeat(8)}${key.slice(-2)}`
}

/** Chat completions, also for a request whose path names no other wire. */
export const chatWire: EndpointWire = {
  name: 'chat',
  headers: 'Authorization, Content-Type',
  checkHeaders: () => {},
  checkKey: checkBearer,
  readRequest: readChatRequest,
  createWriter: createChatWriter,
  errorBody: (_, error) => ({ error }),
  list: (models) => ({ object: 'list', data: models }),
  entry: (model) => model,
}
