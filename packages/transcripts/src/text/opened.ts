import type { Conversation, Loss } from '../types.js'
import type { FileProblem } from './read-values.js'

/** One conversation of a file. */
export interface OpenedConversation extends Conversation {
  format: string
  losses: Loss[]
}

/** The readable content of a file. Bad content never throws. */
export interface OpenedTranscript {
  conversations: OpenedConversation[]
  /** Content that could not be read, was not kept or is in another format, with line and column for a single place. */
  problems: FileProblem[]
  /** Characters in all. */
  characters: number
}
