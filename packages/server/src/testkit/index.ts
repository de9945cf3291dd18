/** The entry `@antiphon/server/testkit`: what an engine of your own has to keep, as cases for any test runner. */
export { fileCases, type FileCase, type FilesUnderTest } from '../files/file-cases.js'
export { logCases, type LogCase, type LogUnderTest } from '../log/log-cases.js'
export { threadStorageCases, type StorageCase, type StorageUnderTest } from './thread-storage-cases.js'
