import { isRecord, type JsonObject } from '@antiphon/base'

const TYPES = new Set(
  `RUN_STARTED RUN_FINISHED RUN_ERROR STEP_STARTED STEP_FINISHED TEXT_MESSAGE_START
   TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END TEXT_MESSAGE_CHUNK TOOL_CALL_START TOOL_CALL_ARGS
   TOOL_CALL_END TOOL_CALL_CHUNK TOOL_CALL_RESULT STATE_SNAPSHOT STATE_DELTA MESSAGES_SNAPSHOT
   ACTIVITY_SNAPSHOT ACTIVITY_DELTA REASONING_START REASONING_END REASONING_MESSAGE_START
   REASONING_MESSAGE_CONTENT REASONING_MESSAGE_END REASONING_MESSAGE_CHUNK
   REASONING_ENCRYPTED_VALUE THINKING_START THINKING_END THINKING_TEXT_MESSAGE_START
   THINKING_TEXT_MESSAGE_CONTENT THINKING_TEXT_MESSAGE_END RAW CUSTOM`.split(/\s+/),
)

/** An event of AG-UI, by its type in capitals. */
export const isAgUiEvent = (value: unknown): boolean => isRecord(value) && TYPES.has(value.type as string)

/** Some producers write keys with lines below, and null for what is absent. */
export function keysOf(event: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(event)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [
        key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
  )
}
