export {
  createRequestReader,
  type BodyFailure,
  type BodyLimits,
  type BodyReader,
  type ReadBody,
} from './body-reader.js'
export { createNodeHandler, type NodeHandler } from './create-node-handler.js'
export { serveEndpoint, type ServedEndpoint, type ServeOptions } from './serve-endpoint.js'
export { playFolder } from './serve-endpoint.js'
