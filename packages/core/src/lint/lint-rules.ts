import type { LintRule } from './lint-types.js'
import { argumentsDuplicateKey, argumentsProto } from './rules/argument-keys.js'
import { brokenPart } from './rules/broken-part.js'
import {
  argumentsEmpty,
  argumentsNotJson,
  argumentsNotObject,
  argumentsType,
} from './rules/call-arguments.js'
import { callInContent } from './rules/call-in-content.js'
import { callShape } from './rules/call-shape.js'
import { callsField } from './rules/calls-field.js'
import { consecutiveRoles, timestampOrder, trailingAssistant, userAfterTool } from './rules/turn-order.js'
import { contentType } from './rules/content-type.js'
import { contextWindow } from './rules/context-window.js'
import { cutTurn } from './rules/cut-turn.js'
import { emptyCallId } from './rules/empty-call-id.js'
import { emptyTurn } from './rules/empty-turn.js'
import { callExtras, localField } from './rules/local-field.js'
import { notAMessage } from './rules/not-a-message.js'
import { duplicateResult, orphanResult } from './rules/orphan-result.js'
import { remoteImage, resultMedia, unsupportedPart } from './rules/parts.js'
import { reasoningField } from './rules/reasoning-field.js'
import { reasoningForeign } from './rules/reasoning-foreign.js'
import { reasoningMissing } from './rules/reasoning-missing.js'
import { reasoningRefused } from './rules/reasoning-refused.js'
import { callUnsigned, reasoningUnsigned } from './rules/reasoning-unsigned.js'
import { refusedCallId } from './rules/refused-call-id.js'
import { repeatedCallId, reusedCallId } from './rules/repeated-call-id.js'
import { resultIdField } from './rules/result-id-field.js'
import { resultInContent } from './rules/result-in-content.js'
import { resultNotAdjacent, resultOrder } from './rules/result-order.js'
import { lateSystem, severalSystems } from './rules/system-messages.js'
import { thinkingInContent } from './rules/thinking-in-content.js'
import { toolName, unknownTool } from './rules/tool-name.js'
import { unansweredCall } from './rules/unanswered-call.js'
import { unknownRole, wrongRole } from './rules/wrong-role.js'

/**
 * One result per call, in the order of the calls, before the next answer: an array satisfies that when these find no
 * `error`. A call that still waits for its result at the end of a thread is a `warning`.
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
