import type { ModelSettings } from '../provider-types.js'

/** What Anthropic takes as the id of a call (wire-facts 1.3). */
export const CLAUDE_ID_PATTERN = '[A-Za-z0-9_-]{1,64}'

/** Claude behind a gateway: ids that other models gave their calls must suit it. */
export const CLAUDE_IDS: ModelSettings = {
  match: /claude|anthropic/i,
  settings: { messages: { callIdPattern: CLAUDE_ID_PATTERN } },
}
