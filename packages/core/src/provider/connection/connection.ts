/** What a chat loads to make requests: see `load-connection.ts`. */
export { createFetchTransport } from './fetch-transport.js'
export { requestCompletion } from './request-completion.js'
export { listModels } from '../models/list-models.js'
