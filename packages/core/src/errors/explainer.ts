/** What is loaded when something has failed: see `explain.ts`. */
export { describeBody } from './describe-body.js'
export { extractError } from './extract-error.js'
