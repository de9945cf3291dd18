import { TEXT_CHANNELS } from '@antiphon/core/channels'
import type { PathStep } from './shared/values.js'

/** Each rule of a loss in words that finish "is lost or changed: ". For lists on screen, on the shell and in docs. */
export const lossRules: Readonly<Record<string, string>> = {
  // Fields of a message that are lost.
  added: 'a message is there that was not',
  annotations: 'citations',
  arguments: 'the argument text of a call, as it was written',
  audio: 'audio of an answer',
  call_extras: 'keys of a call besides id, name and arguments',
  content: 'text or parts of a message',
  details: 'the structured value behind a tool result',
  error: 'what is known of a failure',
  finish: 'why an answer ended',
  id: 'the id of a message or call',
  images: 'images of an answer',
  is_error: 'the mark of a failed tool or answer',
  kind: 'whether a message is context, a notification or from the developer',
  logprobs: 'probabilities of tokens',
  message: 'a whole message',
  metadata: 'entries of the metadata bag',
  model: 'the model that answered',
  order: 'the order of reasoning, text and calls, or how long each took',
  reasoning: 'the text of the reasoning',
  reasoning_details: 'reasoning that is signed, summarised or encrypted',
  reasoning_source: 'the field that reasoning came in',
  refusal: 'the refusal, as such',
  request: 'how the request was made',
  role: 'the role of a message',
  timestamp: 'when a message was made',
  timing: 'how long an answer or a tool took',
  tool_call_id: 'the call that a result answers',
  tool_calls: 'calls of an answer',
  tool_name: 'the name of the tool on its result',
  usage: 'token counts and cost',
  // Limits of a document or its writer.
  argument_text: 'arguments had to be an object and were not; they are empty now',
  developer_role: 'a developer message became a system message',
  document: 'what the document held around its messages',
  other_conversations: 'further conversations or choices of the same value',
  other_versions: 'messages of versions that are not shown',
  part: 'a part became a word in brackets',
  reasoning_omitted: 'reasoning is left out, as the other system would show it as text',
  reasoning_unsigned: 'reasoning without a signature, which the service would refuse',
  remote_file: 'an address became text, because the format takes bytes only',
  snapshots: 'earlier snapshots; the last one holds all of them',
  system_joined: 'system messages became one, at the beginning',
  tool_definition: 'the definition of a tool, or what it says beyond name, words and schema',
  tool_name_unknown: 'a result had no tool name and got one',
  usage_unknown: 'token counts were unknown and are written as 0',
  // Faults of the input.
  circle: 'a value held itself',
  entry_unread: 'an entry could not be read, or is in another format than those before it',
  field_unread: 'text in a field that this format does not know; it is kept in the metadata and not shown',
  line_unreadable: 'a line could not be read',
  more_losses: 'more of the same; only the first 10,000 are listed',
  malformed_part: 'a part was not of the form its type says; it is shown as text',
  no_message: 'an entry made no message; it is kept with the document',
  not_json: 'a value that no JSON holds',
  not_shown: 'content that an answer cannot show; it is kept in the metadata',
  openai_shape: 'a message was in the form of the OpenAI array',
  proto_key: 'a key __proto__',
  event_unknown: 'an event of a kind this kit does not know; it is kept in the metadata of the answer',
  stream: 'how the answer was cut into chunks',
  too_deep: 'values nested deeper than is read',
  wrong_type: 'a value of the wrong type',
}

const BY_FIELD: Readonly<Record<string, string>> = {
  finishReason: 'finish',
  finishReasonRaw: 'finish',
  isError: 'is_error',
  maxOutputTokens: 'request',
  reasoningSource: 'reasoning_source',
  segments: 'order',
  thinking_blocks: 'reasoning_details',
  toolName: 'tool_name',
}

const isTextField = (name: unknown): boolean => TEXT_CHANNELS.some(({ field }) => field === name)

/** The words for a rule. A repair of a stream is `repair:` and the name of the stream's rule. */
export function describeRule(rule: string): string {
  const words = Object.hasOwn(lossRules, rule) ? lossRules[rule] : undefined
  if (words !== undefined) return words
  if (isTextField(rule)) return `the ${rule} of an answer`
  return rule.startsWith('repair:')
    ? `the stream had to be mended (${rule.slice(7).replaceAll('_', ' ')})`
    : rule
}

/** The rule for a difference at this place of a message. */
export function ruleOf([first, , ...rest]: readonly PathStep[]): string {
  if (first === undefined) return 'message'
  if (first === 'tool_calls' && rest.length > 0) {
    const inner = rest.join('.')
    if (inner === 'id') return 'id'
    return inner === 'function.arguments'
      ? 'arguments'
      : inner === 'function.name'
        ? 'tool_calls'
        : 'call_extras'
  }
  const isRule = Object.hasOwn(lossRules, first) || isTextField(first)
  return BY_FIELD[first] ?? (isRule ? String(first) : 'metadata')
}
