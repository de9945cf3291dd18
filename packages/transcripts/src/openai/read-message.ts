import type { Message } from '@antiphon/core'
import { compact, type JsonObject } from '@antiphon/base'
import { readMessage } from '@antiphon/core/message'
import { jsonText } from '../shared/json-text.js'
import { readLocalFields } from '../shared/local-fields.js'
import { sortedJson } from '../shared/values.js'
import type { ReportLoss } from '../types.js'

/** The roles of chat completions, with the `function` of its first version. */
export const OPENAI_ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const

/** One message of a chat-completions array, with the extensions of servers and with our own local fields. */
export function readOpenAiMessage(
  raw: JsonObject,
  where: string,
  prefix: string,
  report: ReportLoss,
): Message {
  const read = readMessage(raw, { where, report, show: sortedJson, json: jsonText })
  return compact<Message>({ ...read, ...readLocalFields(raw, where, prefix, report) })
}
