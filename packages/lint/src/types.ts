import type { RequestPolicy } from '@antiphon/core/request'
import type { JsonObject } from '@antiphon/base'

/** A call found in a message, at any place and in any shape. */
export interface FoundCall {
  /** `''` when it has none. */
  id: string
  /** `''` when it has none. */
  name: string
  /** As stored: a string in a well-formed call. */
  arguments: unknown
  raw: JsonObject
  /** Position in its list: `call` in `tool_calls`, `part` in `content`. */
  where: { call: number } | { part: number }
  /** Paths of the call and of its fields, relative to the message. */
  path: EditPath
  idPath: EditPath
  namePath: EditPath
  argumentsPath: EditPath
}

/** One message as the kit reads it. A message with several results gives several units. */
export interface Unit {
  /** Position among the units. */
  position: number
  /** Index of the message it was read from. */
  message: number
  role: 'system' | 'user' | 'assistant' | 'tool'
  /** The whole message. For a result inside a message of the user that is the user message; `part` says which entry it is. */
  raw: JsonObject
  /** Position in `content`, when this is a result inside a message of the user. */
  part?: number
  /** The calls of an assistant message; empty for other roles. */
  calls: readonly FoundCall[]
  /** For a result: the call id that it names (`''` for none), and the path of that field. */
  callId: string
  idPath: EditPath
}

/** An assistant message, its calls and the results that follow up to the next one. */
export interface LintedTurn {
  unit: Unit
  /** The result of each call. */
  slots: readonly (Unit | undefined)[]
  /** All results of the stretch, in order. */
  results: readonly Unit[]
  /** Results that fit no call. */
  orphans: readonly Unit[]
  /** True when another message follows, so that no further result can come. */
  isClosed: boolean
}

/**
 * `error`: most servers refuse it, or calls and results do not belong together. `warning`: some servers refuse it, or
 * something is lost or misread. `info`: worth knowing; no request fails because of it.
 */
export type Severity = 'error' | 'warning' | 'info'

/** Where in the array: the message, and inside it a call (position in `tool_calls`) or a part (position in `content`). */
export interface FindingPlace {
  message: number
  call?: number
  part?: number
}

/** Keys and positions from a message inwards, such as `['tool_calls', 0, 'id']`. */
export type EditPath = readonly (string | number)[]

/** A field of a message. */
export interface EditTarget {
  message: number
  path: EditPath
}

/**
 * One change to an array of messages, as plain data. Indexes are those of the array that was linted; several edits made
 * together do not shift each other.
 */
export type LintEdit =
  /** Replaces one message by these; an empty list drops it. */
  | { op: 'replace'; message: number; with: readonly unknown[] }
  /**
   * Inserts a message after another. Of several after the same message, the lowest `order` is first (default 0). `answers`
   * is the place of the id of the call that it answers, since another edit may change that id.
   */
  | { op: 'insert'; after: number; value: unknown; order?: number; answers?: EditTarget }
  | { op: 'move'; message: number; after: number; order?: number; answers?: EditTarget }
  /**
   * Moves several messages after one; the `order` of each is its position in the list. A null leaves a place for an insert
   * or a move.
   */
  | { op: 'arrange'; after: number; messages: readonly (number | null)[] }
  | { op: 'set'; message: number; path: EditPath; value: unknown }
  /** Removes a field, or an entry of a list. */
  | { op: 'unset'; message: number; path: EditPath }

/** A change that mends a finding, with words for a button. */
export interface LintFix {
  /** Words for a button: `Add a result that says none was provided`. */
  title: string
  edits: readonly LintEdit[]
}

/** One fault of a transcript, as plain data. */
export interface Finding {
  /** Name of the rule, such as `unanswered-call`. */
  rule: string
  severity: Severity
  where: FindingPlace
  /** The same place in words, such as `messages[3].tool_calls[0].id`. */
  path: string
  /** The fault, in a sentence. */
  message: string
  /** The consequence, and at which endpoints. */
  effect: string
  /** The fix of `fixTranscript`. Absent when no change is safe. */
  fix?: LintFix
}

/** A finding as a rule gives it; `lintTranscript` adds the name of the rule and the place in words. */
export interface RuleFinding {
  severity: Severity
  where: FindingPlace
  /** Below the message: `['tool_calls', 0, 'id']`. Default: none. */
  path?: EditPath
  message: string
  effect: string
  fix?: LintFix
}

/** One rule, as a value. Rules of your own go into `LintOptions.rules` beside those of the kit. */
export interface LintRule {
  /** Kebab-case; unique in a list of rules. */
  name: string
  /** The fault that it finds, in one line. */
  about: string
  /** Looks at the transcript and changes nothing. It must not throw, whatever the messages are. */
  check(transcript: LintContext): Iterable<RuleFinding>
}

/** A tool as a request offers it, or its name. */
export type OfferedTool = string | { name: string } | { function: { name: string } }

/** The rules to check, and facts about the request that the array is for. */
export interface LintOptions {
  /** Default: `lintRules`, all rules of the kit. */
  rules?: readonly LintRule[]
  /**
   * The model that will read the transcript. It decides on signatures, which belong to a model, and on settings of the
   * profile for that model.
   */
  model?: string
  /** The tools of the request, to find calls of other tools. Default: not checked. */
  tools?: readonly OfferedTool[]
  /** The model's context in tokens, to say when the transcript is longer. Default: not checked. */
  contextLength?: number
  /**
   * The array is a request about to be sent, not a thread at rest: it must not end with an answer or with open calls.
   * Default false.
   */
  request?: boolean
}

/** The input of a rule: the array as it is, and the same array read tolerantly. */
export interface LintContext {
  messages: readonly unknown[]
  /** The readable messages of the array, in order. Known misspellings of roles and fields are read by their meaning. */
  units: readonly Unit[]
  /** Each assistant message with its calls and the results up to the next one. */
  turns: readonly LintedTurn[]
  /** The message policy of the endpoint; empty without a profile. */
  policy: RequestPolicy
  /** The endpoint family, when a profile was given. */
  provider?: { id: string; name: string }
  options: LintOptions
  /**
   * The id with which each call would be sent, by call, in the order of `turns`. The ids are unique and in the form that
   * the endpoint accepts.
   */
  wireIds(): ReadonlyMap<unknown, string>
}
