import { RefusedRequest } from '../http/http.js'
import type { EndpointWire } from './endpoint-wire.js'
import { readMessagesRequest } from './messages-request.js'
import { createMessagesWriter, messagesErrorBody } from './messages-writer.js'
import { readResponsesRequest } from './responses-request.js'
import { createResponsesWriter } from './responses-writer.js'

/** The wires besides chat completions, by the name of their route. */
export const endpointWires: Readonly<Record<'responses' | 'messages', EndpointWire>> = {
  responses: {
    path: 'responses',
    headers: 'Authorization, Content-Type',
    checkHeaders: () => {},
    readRequest: readResponsesRequest,
    createWriter: createResponsesWriter,
    errorBody: (_, error) => ({ error }),
  },
  messages: {
    path: 'messages',
    headers:
      'X-Api-Key, Content-Type, Anthropic-Version, Anthropic-Beta, Anthropic-Dangerous-Direct-Browser-Access',
    checkHeaders({ headers }) {
      if (!headers.get('anthropic-version'))
        throw new RefusedRequest(400, { message: 'anthropic-version: header is required' })
    },
    readRequest: readMessagesRequest,
    createWriter: createMessagesWriter,
    errorBody: messagesErrorBody,
  },
}
