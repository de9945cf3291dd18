import { httpError } from './http-error.js'

/** The server fails before the first word. */
export const error500 = httpError('error-500', 'HTTP 500: the server fails before the first word.', {
  status: 500,
  error: { message: 'The server had an error while processing your request.', type: 'server_error' },
})
