export * from '../../../packages/core/src/index.js'
export * from '../../../packages/core/src/partial-json/index.js'
export * from '../../../packages/core/src/testing/index.js'
