/**
 * The entry `@antiphon/core/request`: a request as it is sent, and where it goes. For transports of your own, for wires other than
 * chat completions, and for checks of what would be sent.
 */
// The body
export { buildRequest, overlay } from './provider/request/build-request.js'
export { prepareRequestMessages } from './provider/request/messages.js'
export { argumentsText, createCallIds, isForeign } from './provider/request/tool-calls.js'
export type { CompletionRequest, ReportAdjustment, RequestInput } from './provider/request/types.js'
export type { RequestMessage, RequestPolicy, ToolDefinition } from './provider/request/types.js'

export { toolDefinition } from './tools/define-tool.js'

// The interface of another wire: `ProviderApi`.
export type { KeptAnswer, ProviderApi } from './provider/request/types.js'
export { finishRequest, prepareRequest } from './provider/request/prepare-request.js'
export type { RequestAddress } from './provider/request/prepare-request.js'
export type { NativeMessages } from './provider/request/kept-answer.js'

// Address and headers
export { BAD_HEADER, credentialsFor, endpointRedactor, endpointUrl } from './provider/request/endpoint.js'
export { requestHeaders, resolveBaseUrl } from './provider/request/endpoint.js'
export { settleEndpoint, settleHeaders } from './provider/request/settle-endpoint.js'
export type { RequestValue, SettledEndpoint } from './provider/request/types.js'
