import { createLaterPart } from '../../lib/later-part.js'

/**
 * The box that a message is edited in, loaded with the first edit: it brings reading and sending of files, which a page that shows a
 * transcript does not need. Until it is there the message stays as it is.
 */
export const laterEditor = createLaterPart(() =>
  import('./editor-parts.js').then(({ MessageEditor }) => MessageEditor),
)
