import { httpError } from './http-error.js'

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
