/** What a chat loads to make requests: see `load-connection.ts`. */
export { createFetchTransport } from './create-fetch-transport.js'
export { requestCompletion } from './request-completion.js'
export { listModels } from '../request/list-models.js'
