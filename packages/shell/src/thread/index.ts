/** The entry `@antiphon/shell/thread`: what people do to a thread around its chat. It needs no React. */
export { continueWithSummary } from './continue-with-summary.js'
export { removeFrom, removeTurn, type Removal } from './remove-turn.js'
export { suggestTitle } from './suggest-title.js'
