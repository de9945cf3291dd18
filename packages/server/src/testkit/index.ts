/** The entry `@antiphon/server/testkit`: the contract of a storage, for those who bring an engine of their own. No runner is needed. */
export { threadStorageCases, type StorageCase, type StorageUnderTest } from './thread-storage-cases.js'
