import type { ReasoningField } from '../message/reasoning-fields.js'

/** How much a model should think: off, on, or an effort. The profile spells it for each endpoint (docs/wire 1.2). */
export type ReasoningEffort = 'off' | 'on' | 'minimal' | 'low' | 'medium' | 'high' | 'max'

/** How earlier thinking goes back to the server (docs/wire 5.1). */
export interface ReasoningReplay {
  /** On which assistant turns. Default: those with tool calls. */
  turns: 'never' | 'toolTurns' | 'sinceLastUser' | 'all'
  /**
   * In which field. `same` (default): the one it arrived in; details when there are any, because they hold the signatures.
   */
  field:
    | 'same'
    | ReasoningField
    | 'both'
    | 'reasoning_details'
    | 'thinking_blocks'
    | 'thinkTags'
    | 'contentParts'
  /** Write the field as `""` on a chosen turn that had no thinking: never (default), on turns with calls, or always. */
  emptyKey: boolean | 'toolTurns'
  /** Leave out thinking that another model or provider wrote. Default true. */
  onlySameModel: boolean
}

/** How an endpoint wants its messages (docs/wire 1.3, 5). Every field has a default that suits most servers. */
export interface RequestPolicy {
  reasoning?: Partial<ReasoningReplay>
  /** The model that will read the request, for `onlySameModel`. */
  model?: string
  /** The provider that will read the request, for `onlySameModel`. */
  provider?: string
  /** Names of the tools in the request, as the host gave them. */
  toolNames?: readonly string[]
  /**
   * Regular expression for a whole name of a tool. Other names are replaced by one that fits, in tools, calls and results, and a
   * call with the new name gets the host's name back. Gemini: a letter first. Default: `[a-zA-Z0-9_-]{1,64}`.
   */
  toolNamePattern?: string
  /** Further fields in which its thinking arrives and goes back; from its `ResponsePolicy`. */
  reasoningFields?: readonly string[]
  /** `content` of an assistant turn that has calls and no text. Default `null`. A text for servers that want words there. */
  emptyContent?: null | string
  /** An empty system message: kept (default), because without one chat templates insert their own text, or left out. */
  blankSystem?: 'keep' | 'omit'
  /** No control characters and no written escape of half a surrogate pair either. Default false: halves themselves never leave. */
  plainText?: boolean
  /** Wire role of developer messages. Default `system`: few servers know the other one. */
  developerRole?: 'system' | 'developer'
  /**
   * A system message after the first turn: kept in its place (default), joined to the first one, or sent as a user
   * message that says what it is. MiniMax and several templates refuse it.
   */
  lateSystem?: 'keep' | 'merge' | 'user'
  /**
   * Regular expression for a whole call id. Other ids are rewritten, alike on call and result and in each request. Mistral:
   * `[A-Za-z0-9]{9}`. Default: 1 to 64 characters of any kind.
   */
  callIdPattern?: string
  /** Write the tool's name on its result. Default false. */
  toolNameOnResult?: boolean
  /** Assistant text put between a result and the user message after it, where that order is refused (Mistral). Default none. */
  bridgeAfterTool?: string
  /** Join neighbouring user messages, and neighbouring answers without calls. Default false. */
  mergeConsecutive?: boolean
  /** Types of content parts the server takes from a user; others become text that names them. Default: all. */
  userParts?: readonly string[]
  /**
   * How a text file (CSV, JSON, source) in a `file` part is sent: as its text under its name (default), which every model
   * can read, or as the part. OpenAI's chat completions take no file but PDF.
   */
  textFiles?: 'text' | 'part'
  /**
   * Further keys of a text, such as `cache_control`: `keep` sends them, so its content stays a list of parts. `drop` (default)
   * sends texts as one string and reports the keys, because some templates read nothing else.
   */
  textKeys?: 'keep' | 'drop'
  /** `dataOnly`: images must be data URLs; others become text with their address. Default `any`. */
  imageUrls?: 'any' | 'dataOnly'
  /** Unknown keys of a call (`extra_content`, …) go back with it (default), or are dropped where each one is refused. */
  callExtras?: 'keep' | 'drop'
  /**
   * Signature written under `extra_content.google.thought_signature` on the first call of a turn that has none, for
   * history of another model (Gemini). Default none.
   */
  missingThoughtSignature?: string
  /**
   * How an unfinished last answer is continued: `none` (default) asks for the rest in words; `plain` sends the answer as it
   * is (llama.cpp, Groq); `prefix` and `partial` mark it with that field (Mistral; Moonshot, DashScope); `final_message`
   * sets `continue_final_message` in the body (vLLM, SGLang).
   */
  prefill?: 'none' | 'plain' | 'prefix' | 'partial' | 'final_message'
}
