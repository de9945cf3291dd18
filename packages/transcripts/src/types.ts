import { type Message, type ThreadTree, ChatError } from '@antiphon/core'
import type { JsonObject } from '@antiphon/base'

/** The systems whose transcripts this kit reads and writes. */
export type FormatName =
  | 'openai'
  | 'open-agent-loops'
  | 'agentkit'
  | 'clawtools'
  | 'prompt-api'
  | 'ai-sdk'
  | 'anthropic'
  | 'openai-responses'

/** One change or loss in a conversion, as data. */
export interface Loss {
  /** Name of the rule; `lossRules` has the words for it. */
  rule: string
  /** The way to it: in the document when it was read (`[2].content`), in the messages when they were written (`messages[2].usage`). */
  where: string
  before: unknown
  /** The new value; undefined when there is none. */
  after: unknown
}

/** How sure a format is that a value is one of its own, from 0 (is not) to 1 (can be nothing else). */
export interface Detection {
  certainty: number
  /** The reason for or against it, as one sentence without a full stop. */
  why: string
}

/**
 * The data of a document besides its messages. Pass it back to `print` of the same format to get the same document. Plain
 * data; `fields` are the keys around the messages.
 */
export interface TranscriptDocument {
  /** A `FormatName`, or the name of a `SessionFormat`. */
  format: string
  /** Which of the format's shapes it was: `messages`, `request`, `response`, … (docs/formats.md). */
  shape: string
  fields?: JsonObject
  /** Style of the document, for things that a format can write in several ways. Each format has its own options. */
  style?: JsonObject
  /** Entries that make no message, by their position. */
  kept?: Record<string, unknown>
  /** For a session: the number of entries of each kind that make no message, and other counts. */
  counts?: Record<string, number>
}

/** One conversation of a document: its messages, all its versions, and the rest of the document. */
export interface Conversation {
  messages: Message[]
  document: TranscriptDocument
  /** Its title in the file. */
  title?: string
  /** All versions, for `setTree` of a message store, where the document has branches. `messages` is the path that is shown. */
  tree?: ThreadTree
  /** It is another choice of an answer, and a version in the `tree` of the first conversation as well. */
  isVersion?: true
}

/** A transcript that was read, with every loss. */
export interface ParsedTranscript extends Conversation {
  losses: Loss[]
  /** Further conversations of the same value, in order: other choices of a response, other lines of a file. */
  others?: Conversation[]
}

/** The document to write again, or the shape and the style of a new one. */
export interface PrintOptions {
  /** The `document` from `parse` of the same format. One of another format has no effect. */
  document?: TranscriptDocument
  /** Further conversations, for a format that can hold several. */
  others?: readonly Conversation[]
  /** The shape to write, of those the format has. Default: that of `document`, else the format's first. */
  shape?: string
  /** Style options; they win over those of `document`. */
  style?: JsonObject
}

/** A transcript that was written, with every loss. */
export interface PrintedTranscript {
  value: unknown
  losses: Loss[]
}

/** A system whose transcripts are read and written. */
export interface TranscriptFormat {
  name: FormatName
  /** One line: whose format this is. */
  title: string
  /** The shapes it reads and writes, the default first. */
  shapes: readonly string[]
  /** Never throws. */
  detect(value: unknown): Detection
  /**
   * Reads a document of this format: a value, or its JSON text. Data without a place in our message is kept under
   * `metadata['<format>.<path>']`, so that `print` can put it back.
   *
   * @throws ChatError of kind `normalize`, with the place, when it is not of this format.
   */
  parse(value: unknown): ParsedTranscript
  /**
   * Writes messages in this format. The losses list everything that the written document would not give back.
   *
   * @throws ChatError of kind `normalize` for a shape that the format does not have.
   */
  print(messages: readonly Message[], options?: PrintOptions): PrintedTranscript
}

/** Answers of a response that may have several choices (`n` above 1, further candidates). */
export interface Answers {
  /** The first choice of each answer: the thread that is shown. */
  messages: Message[]
  /** All choices; those after the first are versions of their answer. Absent when every answer has only one. */
  tree?: ThreadTree
  /** The further choices again, each as its own conversation, for code that cannot draw or write versions. */
  others?: Conversation[]
}

/** An event, or text where one should have been; `cut` when the recording ended inside it. */
export type LoggedEvent = { value: unknown } | { text: string; cut: boolean }

/** The event stream of a system in a file. */
export interface EventFormat {
  /** The system's, as for its transcripts. */
  name: string
  /** Is this an event of the system? Systems share words, so it looks at what the word comes with. */
  isEvent(event: unknown): boolean
  /** Whether values that are events are a stream at all. Default: they are. */
  isStream?(values: readonly unknown[], isEventStream: boolean): boolean
  /** The messages that the events make, in order, with further choices of an answer. */
  read(events: readonly LoggedEvent[], report: ReportLoss, document: TranscriptDocument): Answers
}

/** A system whose files are read and never written: session logs of agents, exports of chat apps, training data, traces. */
export interface SessionFormat extends Pick<TranscriptFormat, 'title' | 'shapes' | 'detect' | 'parse'> {
  name: string
  /** For a system that writes Markdown or other text: whether a text that begins like this is one of its own. */
  isText?(beginning: string): boolean
  /** Its recorded streams, whose events no other system has. */
  streams?: readonly EventFormat[]
}

/** The format to read, where it is known, and formats besides those of the kit. */
export interface TranscriptReadOptions {
  /** Default: whatever it is found to be. */
  from?: string
  /** Formats to read besides those that the kit writes: `sessionFormats` of `@antiphon/sessions`, or some of them. */
  formats?: readonly SessionFormat[]
}

/** A transcript that was read, with the name of its format. */
export interface TranscriptRead extends ParsedTranscript {
  format: string
}

/** Called with each change or loss, at its place. */
export type ReportLoss = (rule: string, where: string, before: unknown, after: unknown) => void

/** Characters of a refusal. The name of a file goes before it, and both are one line of at most 200. */
const LONGEST_REFUSAL = 160

/**
 * An error for content that cannot be converted to the requested form. `code` names the broken rule. The message becomes one line,
 * because what it quotes may be long.
 */
export function normalizeError(message: string, code = 'unsupported', cause?: unknown): ChatError {
  const line = message.trim().replaceAll(/\s+/g, ' ')
  const said = line.length > LONGEST_REFUSAL ? `${line.slice(0, LONGEST_REFUSAL - 2)}….` : line
  return new ChatError({ kind: 'normalize', code, message: said }, { cause })
}

/** An error for a transcript in an invalid state. */
export function protocolError(message: string, code = 'invalid_state'): ChatError {
  return new ChatError({ kind: 'protocol', code, message })
}

/** A value in a few words, for messages: `a number`, `an object with "role", "content"`. Quotes nothing of its content. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value !== 'object')
    return /^[aeiou]/.test(typeof value) ? `an ${typeof value}` : `a ${typeof value}`
  const keys = Object.keys(value)
  const some = keys.slice(0, 6).map((key) => JSON.stringify(key.slice(0, 40)))
  if (some.length === 0) return 'an empty object'
  return `an object with ${some.join(', ')}${keys.length > some.length ? ', …' : ''}`
}
