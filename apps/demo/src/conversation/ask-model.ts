export { continueWithSummary, suggestTitle } from '@antiphon/shell/thread'
