export { SourceCards } from '@antiphon/shell'
