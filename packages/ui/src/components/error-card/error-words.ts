import type { AssistantMessage, ChatErrorData, ChatErrorKind } from '@antiphon/core'
import { revealToString } from '../../lib/reveal-text.js'
import type { Words } from '../../strings/strings.js'

export type ErrorActionName =
  | 'openSettings'
  | 'retry'
  | 'pickModel'
  | 'summarise'
  | 'startFromHere'
  | 'edit'
  | 'retryWithoutField'
  | 'openInWire'
  | 'continue'

/** The next steps of each class, the most useful first. */
const actionsOf: Record<ChatErrorKind, ErrorActionName[]> = {
  network_or_cors: ['openSettings', 'retry'],
  auth: ['openSettings'],
  billing: ['retry', 'openSettings'],
  not_found: ['pickModel', 'openSettings'],
  context_overflow: ['summarise', 'startFromHere', 'edit'],
  rate_limit: ['retry'],
  overloaded: ['retry'],
  unsupported_field: ['retryWithoutField'],
  malformed_stream: ['openInWire', 'retry'],
  tool_loop_limit: ['continue'],
  invalid_request: ['edit', 'retry'],
  content_filter: ['edit'],
  timeout: ['retry'],
  aborted: ['continue', 'retry'],
  empty_response: ['retry'],
  normalize: [],
  protocol: [],
  provider: ['retry'],
}

/** The kind to describe. Stored data may name a kind of a later version. */
export function errorKind(error: ChatErrorData): ChatErrorKind {
  return Object.hasOwn(actionsOf, error.kind) ? error.kind : 'provider'
}

/** `hasText`: part of the answer came before the error. It can be continued once the cause is gone. */
export function errorActions(error: ChatErrorData, hasText = false): ErrorActionName[] {
  const kind = errorKind(error)
  const actions = error.isSignedOut || error.code === 'offline' ? ['retry' as const] : actionsOf[kind]
  return hasText && !final.has(kind) && !actions.includes('continue') ? [...actions, 'continue'] : actions
}

/** Asking for the rest would end the same way. */
const final = new Set<ChatErrorKind>([
  'context_overflow',
  'content_filter',
  'invalid_request',
  'unsupported_field',
  'not_found',
  'normalize',
  'protocol',
])

/** Why an answer failed. Other systems flag one as failed without saying why. */
export function errorOf({ error, finishReasonRaw: raw }: AssistantMessage): ChatErrorData {
  return (
    error ?? {
      kind: 'provider',
      message: raw ? `The answer ended with "${raw}"` : 'The answer was marked as failed',
    }
  )
}

/** The failure in one line. Names in backticks are code. */
export function errorTitle(error: ChatErrorData, { strings, formats }: Words): string {
  const words = strings.error
  const number = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formats.number(value)
  const kind = errorKind(error)
  switch (kind) {
    case 'network_or_cors':
      if (error.code === 'offline') return words.offline.title
      return words.network_or_cors.title(error.host && revealToString(error.host))
    case 'context_overflow':
      return words.context_overflow.title(number(error.tokens?.used), number(error.tokens?.max))
    case 'auth':
      if (error.isSignedOut) return words.auth.signedOut
      return needsKey(error) ? words.auth.noKey : words.auth.title
    case 'not_found':
      return namesModel(error) ? words.not_found.noModel(revealToString(error.model!)) : words.not_found.title
    case 'unsupported_field':
      return words.unsupported_field.title(error.field && revealToString(error.field))
    // Each deadline has a code of its own.
    case 'timeout': {
      const { detail: _, ...titles } = words.timeout
      const code = error.code ?? ''
      return Object.hasOwn(titles, code) ? titles[code as keyof typeof titles] : titles.title
    }
    case 'tool_loop_limit':
      return words.tool_loop_limit.title(/\d+/.exec(error.message)?.[0])
    case 'provider':
      return isUnavailable(error) ? words.provider.unavailable : words.provider.title
    default:
      return words[kind].title
  }
}

/** A chat server says so of what only its host can mend. */
const isUnavailable = ({ code }: ChatErrorData): boolean => code === 'assistant_unavailable'

/** The advice, one sentence per entry. */
export function errorDetail(error: ChatErrorData, { strings }: Words, hasText: boolean): string[] {
  const words = strings.error
  const kind = errorKind(error)
  const kept = hasText ? [words.textKept] : []
  switch (kind) {
    case 'network_or_cors':
      return kept
    case 'not_found':
      return [ownWords(error), words.not_found.detail, ...kept]
    // The countdown is a sentence of its own after these.
    case 'rate_limit':
      return [withoutWait(ownWords(error))]
    case 'auth':
      if (error.isSignedOut) return [ownWords(error), words.auth.signIn, ...kept]
      return [needsKey(error) ? words.auth.addKey : words.auth.detail, ...kept]
    case 'billing':
    case 'context_overflow':
    case 'unsupported_field':
    case 'tool_loop_limit':
    case 'aborted':
      return [words[kind].detail, ...kept]
    // The whole error is in these words or under Details.
    case 'provider':
    case 'invalid_request':
      return isUnavailable(error) ? kept : [ownWords(error), ...kept]
    default:
      return [ownWords(error), words[kind].detail, ...kept]
  }
}

/** The server missed a key, rather than refusing one. */
const needsKey = ({ message }: ChatErrorData): boolean =>
  /(?:provide|missing|require)[^.]{0,200} key/i.test(message)

/** Does the server's text contain the model id as a word of its own? A short id is part of many words. */
const namesModel = ({ model, message }: ChatErrorData): boolean =>
  model !== undefined &&
  message.split(/[^\w.:/@-]+/).some((word) => word.replaceAll(/^[.:]+|[.:]+$/g, '') === model)

/** The waiting time has a sentence of its own. */
const withoutWait = (words: string): string =>
  words.replace(/(?<!\s)\s*(?:please )?(?:re)?try (?:again )?in [\d.]+ ?\w+\.?/i, '')

/** The provider's sentence with its status in front: `429 · tokens per minute: 29,112 of 30,000 used.` */
function ownWords(error: ChatErrorData): string {
  const message = revealToString(error.message.trim().split('\n', 1)[0]!.slice(0, 400))
  const sentence = /[.!?…]$/.test(message) ? message : `${message}.`
  // An error inside a stream came with status 200, which says nothing. A page often begins with its status.
  const isSaid = error.status === undefined || error.status < 400 || beginsWith(message, error.status)
  return isSaid ? sentence : `${error.status} · ${sentence}`
}

const beginsWith = (message: string, status: number): boolean => /^\d+/.exec(message)?.[0] === String(status)
