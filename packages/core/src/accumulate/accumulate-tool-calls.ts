import type { ToolCallFragment } from '../chunk/types.js'
import type { ToolCall } from '../message/types.js'
import {
  addArguments,
  addExtras,
  addName,
  createCallDraft,
  currentArguments,
  type CallDraft,
} from './call-draft.js'
import { touch, type ChoiceDraft } from './choice-draft.js'
import { matchToolCall } from './match-tool-call.js'
import { addCallSegment } from './segments.js'

/** The calls of one answer and the ways to find the one a fragment belongs to. */
export interface CallLog {
  list: CallDraft[]
  byId: Map<string, CallDraft>
  byIndex: Map<number, CallDraft>
  /** Calls that the last chunk with several fragments spoke of, in its order. */
  lastBatch: CallDraft[]
  /** The one call of the old `function_call` field. */
  legacy?: CallDraft
  /** The published list, until a call changes. */
  view?: ToolCall[]
}

/** Takes in the tool-call fragments of one delta, one after the other (wire-facts 2.5). */
export function accumulateToolCalls(
  draft: ChoiceDraft,
  fragments: readonly ToolCallFragment[],
  snapshot: boolean,
): void {
  if (fragments.length === 0) return
  const log = draft.calls
  const touched: CallDraft[] = []
  fragments.forEach((fragment, at) => {
    const found = matchToolCall(log, fragment, { at, of: fragments.length, touched, snapshot })
    if (!found && isEmpty(fragment)) {
      draft.context.report(
        'tool_call_orphan',
        `choices[${draft.index}].delta.tool_calls[${at}]`,
        fragment,
        undefined,
      )
      return
    }
    const call = found ?? openCall(draft)
    touched.push(call)
    bind(log, call, fragment)
    if (fragment.name) addName(call, fragment.name)
    addExtras(call, fragment.extras, fragment.functionExtras)
    if (fragment.arguments !== undefined)
      addArguments(call, fragment.arguments, snapshot || !!fragment.wholeArguments)
    log.view = undefined
    touch(draft)
    emitCall(draft, call, snapshot ? undefined : fragment.arguments)
  })
  if (fragments.length > 1) log.lastBatch = touched
}

/** A fragment that only adds data to a call; alone it does not begin one. */
function isEmpty(fragment: ToolCallFragment): boolean {
  return fragment.id === undefined && fragment.name === undefined && !fragment.arguments
}

function openCall(draft: ChoiceDraft): CallDraft {
  const call = createCallDraft(draft.calls.list.length)
  draft.calls.list.push(call)
  addCallSegment(draft.segments, call.position, draft.context.now)
  return call
}

/** Remembers by what the call can be found. An id is never overwritten, least of all by an empty one. */
function bind(log: CallLog, call: CallDraft, fragment: ToolCallFragment): void {
  if (fragment.id !== undefined) {
    if (call.id === '') {
      call.id = fragment.id
      call.published = undefined
    }
    log.byId.set(fragment.id, call)
  }
  if (fragment.index !== undefined) log.byIndex.set(fragment.index, call)
  if (fragment.legacy) log.legacy = call
}

/** Announces the call once its name is known, then what its arguments grew by. */
function emitCall(draft: ChoiceDraft, call: CallDraft, fragment: string | undefined): void {
  const { emit } = draft.context
  if (call.emitted === undefined) {
    if (call.name === '') return
    call.emitted = 0
    emit({
      type: 'tool_call_start',
      choice: draft.index,
      callIndex: call.position,
      id: call.id,
      name: call.name,
    })
  }
  const text = currentArguments(call)
  const grown = text.length - call.emitted
  if (grown <= 0) return
  // The usual fragment is exactly what is new; slicing would copy all arguments for each fragment.
  const news = fragment?.length === grown ? fragment : text.slice(call.emitted)
  call.emitted = text.length
  emit({ type: 'tool_call_delta', choice: draft.index, callIndex: call.position, arguments: news })
}
