export { createPartialJsonReader } from './reader.js'
export { readPartialJson } from './reader.js'
export type * from './types.js'
