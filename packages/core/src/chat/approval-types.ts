/**
 * A call that waits for a person. Follows from the array (an open call, at its end, of a tool that wants a person
 * asked), so it is there again after a reload; an answer that was given is not.
 */
export interface PendingApproval {
  /**
   * What `decideApproval` takes. Made of the call and `hash`, so an answer to anything that has changed since it was
   * shown finds nothing.
   */
  key: string
  /** SHA-256 over thread, message, call, tool and `argumentsText`: all that the approval is bound to. */
  hash: string
  threadId: string
  messageId: string
  /** Position in `tool_calls`. */
  callIndex: number
  /** Our own key of the call, as `pairToolCalls` and `useToolCall` have it. */
  callKey: string
  /** Wire id of the call. Not unique. */
  callId: string
  /** Name of the tool as it is registered. */
  toolName: string
  /** The very object that the tool will be given: checked by its schema, and frozen. */
  args: unknown
  /** The JSON of `args`: what is shown is what runs. */
  argumentsText: string
  /** The JSON as it was before a person changed it. Absent while it is unchanged. */
  originalText?: string
  /** What the tool does cannot be undone: no `allow-in-chat`. */
  destructive: boolean
  /** Epoch ms since when it waits. */
  since: number
}

export type ApprovalDecision =
  /** This call, once. */
  | { type: 'allow' }
  /** This call, and every later one of this tool, until `revokeApproval`, a change of the tool, another thread, or a reload. */
  | { type: 'allow-in-chat' }
  /** The model reads that the user denied the call, and the reason. */
  | { type: 'deny'; reason?: string }
  /** Other arguments (a value, or its JSON). They are checked, and asked about again under a new key. */
  | { type: 'edit'; arguments: unknown }

/** What became of a decision. It is never an exception: a click may always come too late. */
export type ApprovalAnswer =
  | { status: 'accepted' }
  /** The arguments are others now, by this edit or because the call was changed meanwhile; `key` is the new question. */
  | { status: 'asked-again'; key: string }
  /** The edit does not fit the tool, in words for a person, or the tool cannot be allowed for the chat. Still open. */
  | { status: 'invalid'; message: string }
  /** Answered before, withdrawn, or about something that has changed. Nothing was done. */
  | { status: 'stale' }

/** A tool that was allowed for the whole chat. Lives as long as the chat object and its thread, never in the array. */
export interface ToolGrant {
  toolName: string
  /** Epoch ms. */
  since: number
}
