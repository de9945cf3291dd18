/** Everything that answers: what a chat loads once it is made, see `load-engine.ts`. */
export { createAnswerLeases, createClaims } from './leases.js'
export { resumeRun, runAnswer } from './run-answer.js'
export { setSystem } from './system-prompt.js'
export { createToolRunner } from './tool-runner.js'
