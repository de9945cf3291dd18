/** A value in place of a secret that is not one, such as `<your-key>` or `process.env`. */
const PLACEHOLDER =
  /^[<{[(]|[>}]$|\$\{|\{\{|\bx{3,}\b|x{6,}|\*{3,}|\.{3}|…|^\$|^%|^(?:your|my|the|some|an?)[-_ ]|[-_]here$|placeholder|change[-_]?me|redacted|\[hidden\]|^(?:process|import|os|env|config|options|settings|props|this|self|req|request|res|ctx|args|params|data|user|event|state|body|input|headers|secrets|vars)[.[(]/i

/** Words that name the secret itself, such as `password`, or that hold nothing secret, such as `null` and `test`. */
const COMMON =
  /^(?:passwords?|passwd|pwd|pass|secrets?|tokens?|keys?|api[-_]?keys?|true|false|null|nil|none|undefined|string|number|boolean|object|unknown|any|void|never|required|optional|default|hidden|masked|test|testing|example|sample|dummy|fake|todo|empty|bearer|basic|auth|authorization|cookie|session|value|values|text|input|type|name|new|old|current|public|private|admin|root|user|username|guest|demo|local|localhost|ollama|sentence|unset|missing|invalid|expired|wrong|enabled|disabled|read|write|auto|manual|inherit)$/i

/** `ollama`, `sk-no-key-required`, `current-password`: words, and a letter before them. */
const WORDS = /^(?:[A-Za-z]?[a-z]+|[A-Z]+)(?:[-_ .:/][a-z]+|[-_][A-Z]+)*$/

/** Code that names a value: `user.password`, `getToken`, `nextToken`. */
const NAMED =
  /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || COMMON.test(value) || /^(.)\1*$/.test(value)
}

/** True for the rest of a key after its prefix: it has a digit and is not made of words. */
export function isKeyLike(value: string): boolean {
  return !isPlaceholder(value) && !WORDS.test(value) && /\d/.test(value)
}

/** A text of random characters, as keys are: letters with digits, or both cases mixed beyond what names have. */
export function isRandom(value: string): boolean {
  if (isPlaceholder(value) || WORDS.test(value) || NAMED.test(value)) return false
  return /\d/.test(value) && /[A-Za-z]/.test(value)
}

/** A value that somebody chose: a digit or a sign in it, or both cases. */
export function isChosen(value: string): boolean {
  if (isPlaceholder(value) || NAMED.test(value) || WORDS.test(value)) return false
  return /[A-Za-z]/.test(value)
    ? /[\d!@#$%^&*+=~?]/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value))
    : /\d{4}/.test(value)
}

/** True for a value in data, where code cannot occur: any line of text but a placeholder or an identifier. */
export function isGiven(value: string): boolean {
  return !isPlaceholder(value) && !/\s{2}|\n/.test(value) && !NAMED.test(value)
}
