import type { ReasoningEffort } from '../policy.js'
import type { ModelSettings, BodyFields } from '../types.js'

/** The form of a call id at Anthropic (docs/wire 1.3). */
export const CLAUDE_ID_PATTERN = '[A-Za-z0-9_-]{1,64}'

/** The names of tools where the first character has to be a letter: Gemini, Moonshot (docs/wire 1.3). */
export const LETTER_FIRST = '[a-zA-Z][a-zA-Z0-9_-]{0,63}'

/** Claude behind a gateway: ids that other models gave their calls must suit it. */
export const CLAUDE_IDS: ModelSettings = {
  match: /claude|anthropic/i,
  settings: { messages: { callIdPattern: CLAUDE_ID_PATTERN } },
}

/**
 * A thinking table for servers with `reasoning_effort` (docs/wire 1.2). It holds only words that the family takes. A wish
 * without a word sends nothing and is reported.
 */
export function effortLevels(
  words: Partial<Record<ReasoningEffort, string>>,
): Partial<Record<ReasoningEffort, BodyFields>> {
  return Object.fromEntries(Object.entries(words).map(([wish, word]) => [wish, { reasoning_effort: word }]))
}

/** The three words that every endpoint with `reasoning_effort` knows. */
export const LOW_MEDIUM_HIGH = effortLevels({ low: 'low', medium: 'medium', high: 'high' })

/** Answered with 400 by OpenAI's reasoning models (docs/wire 1.1, sampling). */
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

/**
 * Settings for a model on a server that writes the prompt with the model's own chat template (vLLM, SGLang, llama.cpp,
 * Featherless): docs/wire 1.2 and 5.1. Model names are the ones people give these servers, so every pattern looks anywhere
 * in the name.
 */
const TEMPLATE_SWITCHES: readonly ModelSettings[] = [
  // Coder, Instruct and -Thinking variants have no switch.
  { match: /qwen-?3(?!\d|.*(?:coder|instruct|thinking))/i, settings: switchedBy('enable_thinking') },
  { match: /gemma-?4|\bmimo\b/i, settings: switchedBy('enable_thinking') },
  { match: /deepseek-?v(?:3\.[1-9]|[4-9])/i, settings: switchedBy('thinking') },
  // The three below keep the thoughts of all turns when told to; without the key the template drops what we send.
  {
    match: /qwen-?3\.[5-9](?!.*(?:coder|instruct))/i,
    settings: keepsAll('enable_thinking', { preserve_thinking: true }, { preserve_thinking: false }),
  },
  {
    match: /(?:^|[^t])glm-?(?:4\.[5-9]|[5-9])/i,
    settings: keepsAll('enable_thinking', { clear_thinking: false }),
  },
  {
    match: /kimi-k2\.[5-9]/i,
    settings: keepsAll('thinking', { preserve_thinking: true }, { preserve_thinking: false }),
  },
  { match: /deepseek-?r1|kimi-k2-thinking|gpt-oss/i, settings: { body: { thinking: { on: {} } } } },
]

/** Tags in the text where the server was started without a reasoning parser (docs/wire 2.3). */
export const TEMPLATE_TAGS: readonly ModelSettings[] = [
  // These templates write the opening tag into the prompt themselves.
  { match: /qwen-?3(?!\d).*thinking|qwq|deepseek-?r1/i, settings: tagged('<think>', '</think>', true) },
  { match: /seed-?oss/i, settings: tagged('<seed:think>', '</seed:think>') },
  { match: /kimi-vl/i, settings: tagged('◁think▷', '◁/think▷') },
  { match: /magistral/i, settings: tagged('[THINK]', '[/THINK]') },
  { match: /minimax/i, settings: tagged('<mm:think>', '</mm:think>') },
]

/** Orders of roles that a template refuses (docs/wire 1.1 late system, 1.3 consecutive turns). */
export const TEMPLATE_ORDER: readonly ModelSettings[] = [
  { match: /qwen|qwq|(?:mi[sx]|minis|magis|dev)tral/i, settings: { messages: { lateSystem: 'user' } } },
  { match: /gemma|(?:mi[sx]|minis|magis|dev)tral/i, settings: { messages: { mergeConsecutive: true } } },
]

export const TEMPLATE_MODELS: readonly ModelSettings[] = [
  ...TEMPLATE_ORDER,
  ...TEMPLATE_TAGS,
  ...TEMPLATE_SWITCHES,
]

function switchedBy(key: string, keep: BodyFields = {}, keepNot = keep): ModelSettings['settings'] {
  const thinking: Partial<Record<ReasoningEffort, BodyFields>> = {
    on: { chat_template_kwargs: { [key]: true, ...keep } },
    off: { chat_template_kwargs: { [key]: false, ...keepNot } },
  }
  return { body: { thinking } }
}

/** `keepNot`: for templates that accept the order to keep thoughts only while they think. */
function keepsAll(key: string, keep: BodyFields, keepNot = keep): ModelSettings['settings'] {
  return {
    messages: { reasoning: { turns: 'all' } },
    body: { ...switchedBy(key, keep, keepNot).body, extra: { chat_template_kwargs: keep } },
  }
}

function tagged(open: string, close: string, opened?: true): ModelSettings['settings'] {
  const plain = { open: '<think>', close: '</think>' }
  const own = opened ? { open, close, opened } : { open, close }
  return { response: { thinkTags: open === plain.open ? [own] : [own, plain] } }
}
