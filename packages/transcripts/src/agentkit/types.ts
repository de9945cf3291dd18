/**
 * The transcript types of agentkit in its JSON form: structs have all their fields, enums are externally tagged
 * (`{ "Text": { … } }`, variants without content as plain strings), ids and times are bare values, bytes are numbers.
 */

declare const brand: unique symbol
/** A text that is one kind of id and no other. Nothing of it exists at run time. */
export type Id<Name extends string> = string & { readonly [brand]: Name }

/** The text as an id: `toId<'ToolCallId'>('call-1')`. */
export function toId<Name extends string>(value: string): Id<Name> {
  return value as Id<Name>
}

export type SessionId = Id<'SessionId'>
export type TurnId = Id<'TurnId'>
export type MessageId = Id<'MessageId'>
export type ToolCallId = Id<'ToolCallId'>
export type ToolResultId = Id<'ToolResultId'>
export type TaskId = Id<'TaskId'>
export type ApprovalId = Id<'ApprovalId'>
export type ProviderMessageId = Id<'ProviderMessageId'>
export type ArtifactId = Id<'ArtifactId'>
export type PartId = Id<'PartId'>

/** Keys by convention `provider.field`, in the order of the keys. */
export type MetadataMap = Record<string, unknown>

/** Milliseconds since the epoch. */
export type Timestamp = number

/** In their order, which compaction relies on: what comes first is trimmed last. */
export const ITEM_KINDS = [
  'System',
  'Developer',
  'User',
  'Assistant',
  'Tool',
  'Context',
  'Notification',
] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

export interface Item {
  id: MessageId | null
  kind: ItemKind
  parts: Part[]
  metadata: MetadataMap
  /** These three are absent in older documents. */
  usage?: AgentUsage | null
  finish_reason?: AgentFinishReason | null
  created_at?: Timestamp | null
}

export type Part =
  | { Text: AgentTextPart }
  | { Media: MediaPart }
  | { File: AgentFilePart }
  | { Structured: StructuredPart }
  | { Reasoning: ReasoningPart }
  | { ToolCall: ToolCallPart }
  | { ToolResult: ToolResultPart }
  | { Custom: CustomPart }

export interface AgentTextPart {
  text: string
  metadata: MetadataMap
}

export interface MediaPart {
  modality: 'Audio' | 'Image' | 'Video' | 'Binary'
  mime_type: string
  data: DataRef
  metadata: MetadataMap
}

export interface AgentFilePart {
  name: string | null
  mime_type: string | null
  data: DataRef
  metadata: MetadataMap
}

export interface StructuredPart {
  value: unknown
  schema: unknown
  metadata: MetadataMap
}

export interface ReasoningPart {
  summary: string | null
  data: DataRef | null
  redacted: boolean
  metadata: MetadataMap
}

export interface ToolCallPart {
  id: ToolCallId
  name: string
  /** Parsed, unlike our argument text. */
  input: unknown
  metadata: MetadataMap
}

export interface ToolResultPart {
  call_id: ToolCallId
  output: ToolOutput
  is_error: boolean
  metadata: MetadataMap
}

export interface CustomPart {
  kind: string
  data: DataRef | null
  value: unknown
  metadata: MetadataMap
}

export type DataRef =
  | { InlineText: string }
  | { InlineBytes: number[] }
  | { Uri: string }
  | { Handle: ArtifactId }

export type ToolOutput =
  | { Text: string }
  | { Structured: unknown }
  | { Parts: Part[] }
  | { Files: AgentFilePart[] }

export interface AgentUsage {
  tokens: TokenUsage | null
  cost: CostUsage | null
  metadata: MetadataMap
}

export interface TokenUsage {
  input_tokens: number
  output_tokens: number
  reasoning_tokens: number | null
  cached_input_tokens: number | null
  cache_write_input_tokens: number | null
}

export interface CostUsage {
  amount: number
  /** ISO 4217. */
  currency: string
  provider_amount: string | null
}

export type AgentFinishReason =
  | 'Completed'
  | 'ToolCall'
  | 'MaxTokens'
  | 'Cancelled'
  | 'Blocked'
  | 'Error'
  | { Other: string }
