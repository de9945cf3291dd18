import { httpError } from './http-error.js'

/** The key is refused. */
export const error401 = httpError('error-401', 'HTTP 401: the key is not accepted.', {
  status: 401,
  error: { message: 'Incorrect API key provided: sk-t********7f.', code: 'invalid_api_key' },
})
