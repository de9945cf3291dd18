import type { ModelSettings } from '../provider-types.js'
import { effortLevels, LOW_MEDIUM_HIGH } from './effort-levels.js'

/** Answered with 400 by OpenAI's reasoning models (wire-facts 1.1, sampling). */
const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'] as const

/**
 * OpenAI's reasoning models, wherever they are served: `o3`, `gpt-5-mini`, `openai/gpt-5.1`. The `chat` variants do not
 * reason. Words for effort beyond low, medium, high are those of the official client's types.
 */
export const OPENAI_MODELS: readonly ModelSettings[] = [
  {
    match: /(?:^|\/)(?:o[1-9]|gpt-5(?!.*chat))/i,
    settings: { body: { omit: SAMPLING, thinking: LOW_MEDIUM_HIGH } },
  },
  {
    match: /(?:^|\/)(?:o3|o4-mini)/i,
    settings: { body: { omit: [...SAMPLING, 'stop'] } },
  },
  {
    match: /(?:^|\/)gpt-5(?!\.|.*chat)/i,
    settings: { body: { thinking: effortLevels({ minimal: 'minimal' }) } },
  },
  {
    match: /(?:^|\/)gpt-5\.(?!.*chat)/i,
    settings: { body: { thinking: effortLevels({ off: 'none' }) } },
  },
]
