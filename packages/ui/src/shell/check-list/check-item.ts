import type { ChatErrorData } from '@antiphon/core'

/** What one look found. An `EndpointCheck` of `@antiphon/core/connection` is one. */
export interface CheckItem {
  /** Its own in the list. One of `strings.shell.checkNames` is shown by its words there, any other as it is. */
  name: string
  /** `note`: it works, and there is something to know. `skipped`: something before it has to work first. */
  state: 'pass' | 'note' | 'fail' | 'skipped'
  /** What was seen, in words. Not shown where there is an error, which says it better. */
  seen?: string
  /** What to change, and where. */
  fix?: string
  error?: ChatErrorData
  /** How long it took, in ms. */
  ms?: number
}
