export { suggestTitle } from '@antiphon/shell/thread'
