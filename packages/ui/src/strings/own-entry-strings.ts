import type * as late from './english-late.js'
import type { englishBox } from './english-box.js'
import type { englishPeople } from './english-people.js'

/** The words of parts and entries of this package that load them themselves. */
export interface OwnEntryStrings {
  live: typeof late.englishLive
  announce: typeof late.englishAnnounce
  /** With the words of `Strings.approval`, which are there before a question is loaded. */
  approval: typeof late.englishApproval
  composer: typeof late.englishComposer & typeof englishBox
  /** With those of `Strings.attachment`. */
  attachment: typeof late.englishTray
  /** With those of `Strings.transcript`. */
  transcript: typeof late.englishWaiting
  /** With those of `Strings.actions`. */
  actions: typeof late.englishResultForm
  media: typeof late.englishMedia
  editor: typeof late.englishEditor
  context: typeof late.englishContext
  keys: typeof late.englishKeys
  agent: typeof late.englishAgent
  question: typeof late.englishQuestion
  failure: typeof late.englishFailure
  /** In place of words of the same names, for `audience="people"`. */
  people: typeof englishPeople
  /** With those of `Strings.call`. */
  call: typeof late.englishCallBody
  result: typeof late.englishResult
  /** With those of `Strings.usage`. */
  usage: typeof late.englishFigures
  structured: typeof late.englishStructured
}
