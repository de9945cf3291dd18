/** Everything that answers: what a chat loads once it is made, see `loadEngine`. */
export { createAnswerLeases } from './leases.js'
export { resumeRun, runAnswer } from './run-answer.js'
export { setSystem } from './system-prompt.js'
export { createToolRunner } from './tool-runner.js'
export { createClaims } from './run-claims.js'
