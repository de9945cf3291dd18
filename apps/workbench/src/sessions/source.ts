// The types of what the server sends are those of the server.
import type { ListedSession, ListEvent } from '../../../../packages/cli/src/view/catalog.js'
import type { StoreNote } from '../../../../packages/cli/src/view/places.js'
import type { SearchHit } from '../../../../packages/cli/src/view/search-text.js'
import type { SourcePart } from '../viewer/read-types.js'

export type { ListedSession, ListEvent, SearchHit, StoreNote }

/** Where sessions come from: the server of `antiphon view`, or files that were opened on this page. */
export interface SessionSource {
  /** Sessions come to it and grow while the page is open. */
  isLive: boolean
  /** Throws when it ends early. */
  list(signal: AbortSignal): AsyncGenerator<ListEvent>
  /** Calls with the parts of a session, at once and whenever they have changed, until aborted. */
  watch(id: string, onParts: (parts: SourcePart[]) => void, signal: AbortSignal): void
  search(words: string, signal: AbortSignal): AsyncGenerator<SearchHit | { searched: number }>
}
