export { suggestTitle } from '@antiphon/core'
