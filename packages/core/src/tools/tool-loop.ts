/** What a chat with tools needs beyond a chat without: see `load-tool-loop.ts`. */
export { runToolCalls } from './run-tool-calls.js'
export { toolDefinition } from './tool-definition.js'
export { resultMessage } from './tool-result.js'
