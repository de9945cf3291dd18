/** The entry `@antiphon/core/errors`: readers of failures for those who talk to a server themselves. */
export { extractError } from './extract-error.js'
export { secretHider } from './secrets.js'
export { parseRetryAfter } from './retry-after.js'
