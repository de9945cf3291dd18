/** A value that a rule has found in a text. */
export interface FoundValue {
  /** UTF-16 offsets of the value, without what stands around it. */
  start: number
  end: number
  /** What else this gives away, such as the name of a user in a path. It is found wherever it stands as a word. */
  also?: readonly { rule: string; kind: string; value: string }[]
}

/**
 * One row of the rule table: how a kind of value is found. A table is extended by value: `[...redactionRules, mine]`. A rule that
 * stands before another names a value that both find.
 */
export interface RedactionRule {
  /** Unique, such as `github-token`. */
  name: string
  /** Part of the names that replace values: `key` gives `<key-1>`, `<key-2>`. */
  kind: string
  /** Lower-case texts: one of them, in any case, stands in each text that has such a value. Absent for a rule that always looks. */
  hints?: readonly string[]
  /** All of a value and what it is known by stands within so many characters of a hint: `find` gets no more. Default: the whole text. */
  reach?: number
  /** Finds values of three characters and more in a text of some 64,000. Must be linear in time. */
  find?(text: string): Iterable<FoundValue>
  /** Says whether the value of a field of this name is one, such as `"password": …` in arguments. */
  isField?(name: string, value: string): boolean
  /** Replaced only where no letter or digit stands beside it, as a name is. Default: wherever it stands. */
  isWord?: boolean
  /** Spellings for which this gives the same text have one name. Default: each spelling has its own. */
  same?(value: string): string
}

/** Where a value stands. */
export interface RedactionPlace {
  /** The way to it in what was given: `messages[2].tool_calls[0].function.arguments`. A name of a field ends with ` (name)`. */
  path: string
  /** What it is wrapped in there, from the outside in: `json`, `base64`, `percent`, `data`, `image`. */
  inside: readonly string[]
  /** The text before and after it, up to 60 characters. */
  before: string
  after: string
  /** The value as it is spelled there. */
  text: string
}

/** A value that was found, wherever it stands. */
export interface RedactionFinding {
  /** Stable for the same value of the same subject. */
  id: string
  /** Name of the rule. */
  rule: string
  kind: string
  /** What replaces it: `<path-1>`. */
  name: string
  /** All its spellings, the first that was found before the others. */
  values: readonly string[]
  /** It is replaced only where it stands as a word. */
  isWord: boolean
  /** How often it stands there. */
  count: number
  /** The first 50 of its places. */
  places: readonly RedactionPlace[]
}

export interface Review {
  /** In the order in which they stand. */
  findings: readonly RedactionFinding[]
  /** Characters that were looked through. */
  characters: number
}

export interface ReviewOptions {
  /** Default: `redactionRules`. */
  rules?: readonly RedactionRule[]
  /** Texts that the user adds, as they are written. */
  texts?: readonly string[]
}

/** What was done, for whoever reads the result. */
export interface RedactionSummary {
  /** Values that were replaced, and places of them. */
  values: number
  places: number
  kinds: readonly { kind: string; values: number; places: number }[]
  /** Values that were found and kept on purpose. */
  kept: number
  /** What was taken away whole, since parts of it would have told a value, by reason. */
  removed: readonly { what: 'image-metadata' | 'logprobs'; path: string }[]
}

export interface Redaction<Subject> {
  value: Subject
  summary: RedactionSummary
}
