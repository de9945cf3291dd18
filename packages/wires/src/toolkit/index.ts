/**
 * The entry `@antiphon/wires/toolkit`: what the wires here are made of, for a wire of your own. An object that satisfies
 * `ProviderApi` of `@antiphon/core/request` is one: it writes requests with `buildNativeRequest` and answers with `createChunkWriter`.
 */
export { createChunkWriter } from './chunk-writer.js'
export { buildNativeRequest, type NativeBody } from './native-request.js'
export { reportKeys, reportToolKeys, reportUnsent } from './native-request.js'
