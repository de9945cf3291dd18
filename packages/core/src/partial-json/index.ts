export { createPartialJsonReader } from './create-partial-json-reader.js'
export { readPartialJson } from './read-partial-json.js'
export type * from './partial-json-types.js'
