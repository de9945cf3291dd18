// jsdom for jest hides what Node has of the network. `createEndpointFetch` needs it, `scriptedTransport` does not.
const { TestEnvironment } = require('jest-environment-jsdom')

const names = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TransformStream',
  'TextDecoder',
  'TextEncoder',
]

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of names) this.global[name] = globalThis[name]
  }
}
