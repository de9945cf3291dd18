/** A value that a rule has found in a text. */
export interface FoundValue {
  /** UTF-16 offsets of the value, without the text around it. */
  start: number
  end: number
  /** Other values that this one gives away, such as the name of a user in a path. They are found wherever they occur as a word. */
  also?: readonly { rule: string; kind: string; value: string }[]
}

/**
 * One row of the rule table: how a kind of value is found. A table is extended by value: `[...redactionRules, mine]`. When two
 * rules find the same value, the first one names it.
 */
export interface RedactionRule {
  /** Unique, such as `github-token`. */
  name: string
  /** Part of the names that replace values: `key` gives `<key-1>`, `<key-2>`. */
  kind: string
  /** Lower-case texts. A text that has none of them, ignoring case, has no such value. Absent for a rule that always looks. */
  hints?: readonly string[]
  /** Characters around a hint that `find` gets. They must hold the whole value and its context. Default: the whole text. */
  reach?: number
  /** Finds values of three characters and more in a text of some 64,000. Must be linear in time. */
  find?(text: string): Iterable<FoundValue>
  /** Whether the value of a field with this name is to be redacted, such as `"password": …` in arguments. */
  isField?(name: string, value: string): boolean
  /** Replaced only where no letter or digit is next to it, as for a name. Default: everywhere. */
  isWord?: boolean
  /** Spellings with the same result get the same name. Default: each spelling gets its own. */
  same?(value: string): string
}

/** One place of a value. */
export interface RedactionPlace {
  /** The path in the given data: `messages[2].tool_calls[0].function.arguments`. A name of a field ends with ` (name)`. */
  path: string
  /** The encodings that the value is wrapped in at this place, outermost first: `json`, `base64`, `percent`, `data`, `image`. */
  inside: readonly string[]
  /** The text before and after the value, up to 60 characters. */
  before: string
  after: string
  /** The value as it is spelled there. */
  text: string
}

/** A value that was found, with all its places. */
export interface RedactionFinding {
  /** Stable for the same value of the same subject. */
  id: string
  /** Name of the rule. */
  rule: string
  kind: string
  /** The name that replaces it: `<path-1>`. */
  name: string
  /** All its spellings, the first that was found before the others. */
  values: readonly string[]
  /** It is replaced only as a whole word. */
  isWord: boolean
  /** Number of its places. */
  count: number
  /** The first 50 of its places. */
  places: readonly RedactionPlace[]
}

/** Everything that was found in a value. */
export interface Review {
  /** In the order of their first places. */
  findings: readonly RedactionFinding[]
  /** Number of characters that were searched. */
  characters: number
}

/** The rules to search with, and texts of the user's own to find. */
export interface ReviewOptions {
  /** Default: `redactionRules`. */
  rules?: readonly RedactionRule[]
  /** Texts that the user adds, as they are written. */
  texts?: readonly string[]
}

/** Counts of the changes, to show beside the result. */
export interface RedactionSummary {
  /** Values that were replaced, and places of them. */
  values: number
  places: number
  kinds: readonly { kind: string; values: number; places: number }[]
  /** Values that were found and kept on purpose. */
  kept: number
  /** Data that was removed as a whole, because what is left after an edit could still give a value away. `what` is its kind. */
  removed: readonly { what: 'image-metadata' | 'logprobs'; path: string }[]
}

/** A copy without the values that were found, and the counts of what changed. */
export interface Redaction<Subject> {
  value: Subject
  summary: RedactionSummary
}
