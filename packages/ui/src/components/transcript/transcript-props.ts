import type { LiveStep, PairedCall, Turn as TurnData } from '@antiphon/core'
import type { ComponentProps, ReactNode } from 'react'
import type { StringOverrides } from '../../strings/english.js'
import type { FoldDefault } from '../fold/fold.js'
import type { Audience } from '../context/audience-context.js'
import type { RenderPart } from '../part/part.js'
import type { ProseOptions } from '../slots/slots.js'
import type { ToolRenderers } from '../tool-call/tool-renderers.js'
import type { Branch } from '../turn/turn.js'
import type { TranscriptActions } from '../context/actions-context.js'
import type { ReadingPlace } from './use-place.js'
import type { AnnounceMode } from '../announcer/announcer.js'
import type { TranscriptSlots } from './slot-components.js'

/** The messages or the chat to show, and everything that can be replaced in them. */
export interface TranscriptProps
  extends Omit<ComponentProps<'section'>, 'role' | 'children' | 'slot'>, TranscriptActions, ProseOptions {
  /**
   * Any chat-completions array, straight from a file or an API. Messages of another system are read first
   * (`readTranscript` of `@antiphon/transcripts`); in development a warning says so. Without it the transcript shows the chat of the
   * nearest `ChatProvider`.
   */
  messages?: readonly unknown[]
  /** `system` follows the device. Default: the nearest `data-theme` above, else light. */
  theme?: 'light' | 'dark' | 'system'
  density?: 'comfortable' | 'compact'
  /** Draws another element in place of the section. */
  render?: RenderPart
  /**
   * Components that replace those of the kit, by name: `{ Reasoning, ToolCall, UserMessage, … }`. Also inner parts of the
   * transcript, by `data-slot`: `{ column: { className } }`.
   */
  slots?: TranscriptSlots
  /** Views by tool name, in place of arguments and result. */
  toolRenderers?: ToolRenderers
  /** The question to a person about a call that waits for approval. */
  renderApproval?: (call: PairedCall) => ReactNode
  /** With `messages`: the live state of the answer in flight, which is the last assistant message. */
  live?: LiveStep
  /** Versions of a turn, for a transcript of plain messages. */
  branchOf?: (turn: TurnData) => Branch | undefined
  /** The token limit of answers whose message does not name it, for "512 of 512 output tokens used". */
  maxOutputTokens?: number
  /** Shows system and developer messages too, each as a folded row. Default false: they are for the model. */
  showSystem?: boolean
  /** Shown without messages. */
  empty?: ReactNode
  /** Words to replace. */
  strings?: StringOverrides
  /** BCP 47 tag for figures and times. Default `en`. */
  locale?: string
  /**
   * Who reads. `people`: no model, no tokens and times, and tools and arguments by titles or readable names instead of those of the
   * code. Default `developers`.
   */
  audience?: Audience
  /** `open` lays everything open, for a page without scripts. */
  folds?: FoldDefault
  /**
   * Renders every turn of a long thread. By default turns far from the view are plain text. People can still find, copy and
   * print them, and a thread of any length opens at once.
   */
  drawAll?: boolean
  /** Begins the `id` of each turn's element, followed by its key, for links to a turn. Default: no ids. */
  idPrefix?: string
  /**
   * The place at which the thread opens, from `onPlaceChange`. Default: where this chat was left on this page, else its
   * end.
   */
  startAt?: ReadingPlace
  /** Called when the reader stops scrolling; undefined at the end of the thread. */
  onPlaceChange?: (place: ReadingPlace | undefined) => void
  /**
   * With `messages`: true for a log that grows elsewhere. A new question then does not scroll; otherwise it counts as just
   * sent here and moves to the top. An answer of more than eight steps is then several articles, drawn where the reader is.
   */
  isLog?: boolean
  /** The announcement when an answer ends. Default `length`: that it ended, and its length. */
  announce?: AnnounceMode
}
