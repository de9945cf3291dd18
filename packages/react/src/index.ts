export {
  ChatProvider,
  useChatInstance,
  useOptionalChat,
  type ChatProviderProps,
} from './chat/chat-context.js'
export { isChatOption, useChat, type UseChat } from './chat/use-chat.js'
export {
  useComposer,
  type ComposerControl,
  type ComposerOptions,
  type EnterKey,
  type SendOutcome,
} from './hooks/use-composer.js'
export { useAnswer, type Answer, type AnswerPart } from './hooks/use-answer.js'
export { useMessageIds } from './hooks/use-message-ids.js'
export { useLiveStep, useMessage } from './hooks/use-messages.js'
export { FixedTime, useNow, type FixedTimeProps } from './hooks/use-now.js'
export { useToolApproval, useToolApprovals, type ToolApprovalControl } from './hooks/use-tool-call.js'
export { useToolCall } from './hooks/use-tool-call.js'
export { useToolQuestion, type ToolQuestionControl } from './hooks/use-tool-call.js'
export { useStep, useTurns } from './hooks/use-messages.js'
export { useWrittenElsewhere } from './hooks/use-messages.js'
export { useVersions, type Versions } from './hooks/use-messages.js'
export { nextFollowMode, type FollowIntent, type FollowMode } from './scroll/use-follow-scroll.js'
export { useFollowScroll, type FollowScroll, type FollowScrollOptions } from './scroll/use-follow-scroll.js'
