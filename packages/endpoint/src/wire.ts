/** The entry `@antiphon/endpoint/wire`: parts of a wire that the endpoint is to speak, for `EndpointOptions.wires`. */
export { RefusedRequest } from './http/http.js'
export { isObject, readName, refuse, refuseMissing, refuseType } from './request/chat-request.js'
export { parseBody } from './request/check-request.js'
export type { Delta } from './script/cut-steps.js'
export { usageOf } from './script/usage.js'
export { chatWire, checkBearer } from './wires/chat-wire.js'
export { sealOf, sse, type EndpointWire, type SentTokens, type WireWriter } from './wires/endpoint-wire.js'
export { collectCalls } from './wires/whole-calls.js'
