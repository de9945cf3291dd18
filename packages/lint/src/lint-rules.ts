import {
  argumentsDuplicateKey,
  argumentsProto,
  argumentsEmpty,
  argumentsNotJson,
  argumentsNotObject,
  argumentsType,
} from './rules/call-arguments.js'
import { emptyCallId, refusedCallId, repeatedCallId, reusedCallId } from './rules/call-ids.js'
import { callInContent, callShape, callsField, toolName, unknownTool } from './rules/calls.js'
import {
  brokenPart,
  contentType,
  contextWindow,
  remoteImage,
  resultMedia,
  unsupportedPart,
} from './rules/content.js'
import { callExtras, localField, notAMessage, unknownRole, wrongRole } from './rules/messages.js'
import {
  reasoningForeign,
  reasoningRefused,
  callUnsigned,
  reasoningUnsigned,
} from './rules/reasoning-replay.js'
import { reasoningField, reasoningMissing, thinkingInContent } from './rules/reasoning.js'
import { resultNotAdjacent, resultOrder, unansweredCall } from './rules/result-order.js'
import { duplicateResult, orphanResult, resultIdField, resultInContent } from './rules/results.js'
import {
  consecutiveRoles,
  timestampOrder,
  trailingAssistant,
  userAfterTool,
  cutTurn,
  emptyTurn,
  lateSystem,
  severalSystems,
} from './rules/turns.js'
import type { LintRule } from './types.js'

/**
 * When these rules find no `error`, every call has one result, in the order of the calls, before the next answer. A call
 * that still waits for its result at the end of a thread is a `warning`.
 */
export const callResultRules: readonly LintRule[] = [
  resultNotAdjacent,
  resultOrder,
  duplicateResult,
  orphanResult,
  unansweredCall,
]

/** Every rule of the kit, in the order in which their fixes are applied: shapes first, then calls and results, then the rest. */
export const lintRules: readonly LintRule[] = [
  // Shapes of other systems
  notAMessage,
  wrongRole,
  unknownRole,
  resultInContent,
  resultIdField,
  callInContent,
  callsField,
  callShape,
  thinkingInContent,
  brokenPart,
  contentType,
  // Calls
  argumentsType,
  argumentsEmpty,
  argumentsNotJson,
  argumentsNotObject,
  argumentsDuplicateKey,
  argumentsProto,
  toolName,
  unknownTool,
  emptyCallId,
  refusedCallId,
  repeatedCallId,
  reusedCallId,
  callExtras,
  // Calls and results
  ...callResultRules,
  cutTurn,
  // Order of messages
  emptyTurn,
  severalSystems,
  lateSystem,
  consecutiveRoles,
  userAfterTool,
  trailingAssistant,
  timestampOrder,
  // Thinking
  reasoningField,
  reasoningMissing,
  reasoningRefused,
  reasoningForeign,
  reasoningUnsigned,
  callUnsigned,
  // Parts, length, fields
  unsupportedPart,
  remoteImage,
  resultMedia,
  contextWindow,
  localField,
]
