/** The entry `@antiphon/core/partial-json`: reads JSON that still arrives. */
export { createPartialJsonReader } from './reader.js'
export { readPartialJson } from './reader.js'
export type { FieldPath, JsonValue, PartialJson, PartialJsonReader } from './types.js'
