import type {
  englishAnnounce,
  englishApproval,
  englishQuestion,
  englishComposer,
  englishAgent,
  englishContext,
  englishEditor,
  englishFailure,
  englishKeys,
  englishLive,
  englishMedia,
  englishResultForm,
  englishStructured,
  englishTray,
  englishWaiting,
} from './english-late.js'
import type { englishBox } from './english-box.js'
import type { englishPeople } from './english-people.js'

/** The words of parts and entries of this package that load them themselves. */
export interface OwnEntryStrings {
  live: typeof englishLive
  announce: typeof englishAnnounce
  /** With the words of `Strings.approval`, which are there before a question is loaded. */
  approval: typeof englishApproval
  composer: typeof englishComposer & typeof englishBox
  /** With those of `Strings.attachment`. */
  attachment: typeof englishTray
  /** With those of `Strings.transcript`. */
  transcript: typeof englishWaiting
  /** With those of `Strings.actions`. */
  actions: typeof englishResultForm
  media: typeof englishMedia
  editor: typeof englishEditor
  context: typeof englishContext
  keys: typeof englishKeys
  agent: typeof englishAgent
  question: typeof englishQuestion
  failure: typeof englishFailure
  /** In place of words of the same names, for `audience="people"`. */
  people: typeof englishPeople
  structured: typeof englishStructured
}
