import { type Scenario, type HttpStep, say } from '../script/scenario.js'
import { lighthouse } from './answers.js'

/** A scenario that is one HTTP error. */
const httpError = (id: string, description: string, step: Omit<HttpStep, 'type'>): Scenario => ({
  id,
  description,
  play: () => [{ type: 'http', ...step }],
})

/** The key is refused. */
export const error401 = httpError('error-401', 'HTTP 401: the key is not accepted.', {
  status: 401,
  error: { message: 'Incorrect API key provided: sk-t********7f.', code: 'invalid_api_key' },
})

/** Too many requests, with the time to wait. */
export const error429 = httpError('error-429', 'HTTP 429: rate limited, with retry-after.', {
  status: 429,
  error: {
    message:
      'Rate limit reached for requests per minute (RPM): Limit 3, Used 3, Requested 1. Please try again in 8s.',
    type: 'requests',
    code: 'rate_limit_exceeded',
  },
  headers: {
    'retry-after': '8',
    'x-ratelimit-limit-requests': '3',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '8s',
  },
})

/** The server fails before the first word. */
export const error500 = httpError('error-500', 'HTTP 500: the server fails before the first word.', {
  status: 500,
  error: { message: 'The server had an error while processing your request.', type: 'server_error' },
})

/** The thread is too long for the model, until it begins with a summary. */
export const errorContext: Scenario = {
  id: 'error-context',
  description: 'HTTP 400: longer than the context window.',
  play: ({ summary }) =>
    summary === undefined ? [overflow] : [say(`Now it fits. Of what came before I know this:\n\n${summary}`)],
}

const overflow: HttpStep = {
  type: 'http',
  status: 400,
  error: {
    message:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9310 tokens. Please reduce the length of the messages.",
    param: 'messages',
    code: 'context_length_exceeded',
  },
}

/** An error event after some text; the stream ends there. */
export const errorMidstream: Scenario = {
  id: 'error-midstream',
  description: 'An error event after some text.',
  play: () => [
    say(lighthouse),
    {
      type: 'error',
      error: {
        message: 'The server had an error while processing your request. This is all that arrived.',
        type: 'server_error',
        param: null,
        code: 'internal_error',
      },
    },
  ],
}
