import type { ReasoningDetail, UnknownPart } from '../message/types.js'

/** Tells that something in a chunk was not as it should be, and what was made of it. `where` is a path in the chunk. */
export type ReportRepair = (rule: string, where: string, before: unknown, after: unknown) => void

/** Keys the kit has no field for, in order of arrival. A list, so that no key can reach a prototype. */
export type Extras = [key: string, value: unknown][]

/** One chunk of a stream, or one whole completion body, in exact types: null and absent are the same (wire-facts 2.2). */
export interface Chunk {
  id?: string
  model?: string
  choices: ChunkChoice[]
  /** True when the body had a `choices` array, even an empty one. */
  hasChoices: boolean
  usage?: Record<string, unknown>
  /** The body that holds an error, to be read by `extractError` after the deltas of the same chunk. */
  error?: unknown
  extras: Extras
}

export interface ChunkChoice {
  index: number
  delta: ChunkDelta
  /** The choice had a `message` and no `delta`: its values are all there is so far, not an addition. */
  snapshot: boolean
  finishReason?: string
  logprobs?: Record<string, unknown>
  extras: Extras
}

export interface ChunkDelta {
  content: ContentPiece[]
  /** The parts of a content array as they came, for servers that want them back (Mistral). */
  contentParts?: UnknownPart[]
  /** First non-empty of the alias fields. An empty text still tells that the server has such a field. */
  reasoning?: { field: string; text: string }
  reasoningDetails?: ReasoningDetail[]
  thinkingBlocks?: ReasoningDetail[]
  refusal?: string
  toolCalls: ToolCallFragment[]
  annotations: unknown[]
  images: UnknownPart[]
  audio?: Record<string, unknown>
  extras: Extras
}

export type ContentPiece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'refusal'; text: string }
  | { type: 'part'; part: UnknownPart }

/** A piece of a tool call. Absent means that the piece says nothing about it. */
export interface ToolCallFragment {
  id?: string
  index?: number
  name?: string
  arguments?: string
  /** The arguments came as a JSON value, so they are all there is (wire-facts 2.5). */
  wholeArguments?: boolean
  /** From the old `function_call` field. */
  legacy?: boolean
  extras: Extras
  functionExtras: Extras
}
