import type { OwnEntryStrings } from './own-entry-strings.js'

/**
 * Words of entries and parts of their own, which load them themselves (`useEntryWords`). A package of its own adds its words:
 * `declare module '@antiphon/ui/parts' { interface EntryStrings { threads: … } }`.
 */
export interface EntryStrings extends OwnEntryStrings {}
