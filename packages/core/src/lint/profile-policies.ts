import type { RequestPolicy } from '../providers/request-policy.js'

const CLAUDE_IDS = '[A-Za-z0-9_-]{1,64}'
const never: RequestPolicy = { reasoning: { turns: 'never' } }
const toolTurns: RequestPolicy = { reasoning: { turns: 'toolTurns', field: 'same' } }
const lastTurns = { turns: 'sinceLastUser', field: 'reasoning_content' } as const
const openai: RequestPolicy = {
  ...never,
  developerRole: 'developer',
  callIdPattern: '.{1,40}',
  callExtras: 'drop',
  userParts: ['text', 'image_url', 'input_audio', 'file'],
}

/**
 * What each profile of the kit asks of messages, by id, so that a name is enough for `lintTranscript`. The profiles
 * themselves are loaded on demand, with all that makes requests, and a function that returns at once cannot wait for
 * them. A test holds this list equal to them. What differs for single models is not here: pass
 * `resolveProvider({ baseUrl, profile }, model)` for that.
 */
export const profilePolicies: Readonly<Record<string, RequestPolicy>> = {
  openai,
  azure: openai,
  anthropic: { ...never, callIdPattern: CLAUDE_IDS },
  gemini: {
    ...never,
    toolNameOnResult: true,
    callExtras: 'keep',
    missingThoughtSignature: 'skip_thought_signature_validator',
    userParts: ['text', 'image_url', 'input_audio'],
  },
  openrouter: {
    reasoning: { turns: 'all', field: 'reasoning_details' },
    toolNameOnResult: true,
    userParts: ['text', 'image_url', 'input_audio', 'file', 'video_url'],
  },
  deepseek: { reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true } },
  mistral: {
    reasoning: { turns: 'all', field: 'contentParts' },
    lateSystem: 'user',
    callIdPattern: '[A-Za-z0-9]{9}',
    callExtras: 'drop',
    toolNameOnResult: true,
    bridgeAfterTool: 'I have read the results.',
    userParts: ['text', 'image_url', 'document_url'],
    prefill: 'prefix',
  },
  groq: { reasoning: { turns: 'sinceLastUser', field: 'reasoning' }, callExtras: 'drop' },
  xai: never,
  together: toolTurns,
  fireworks: toolTurns,
  cerebras: { reasoning: { turns: 'sinceLastUser', field: 'reasoning' }, callExtras: 'drop' },
  featherless: { reasoning: lastTurns, lateSystem: 'user' },
  moonshot: {
    reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: 'toolTurns' },
    userParts: ['text', 'image_url', 'video_url'],
  },
  zai: { reasoning: { turns: 'all', field: 'reasoning_content' } },
  dashscope: {
    reasoning: { turns: 'all', field: 'reasoning_content' },
    lateSystem: 'user',
    userParts: ['text', 'image_url', 'video_url', 'input_audio'],
  },
  minimax: { reasoning: { turns: 'all', field: 'same' }, lateSystem: 'user' },
  perplexity: never,
  huggingface: toolTurns,
  nvidia: { ...never, callExtras: 'drop' },
  github: { ...never, callIdPattern: '.{1,40}', callExtras: 'drop' },
  cloudflare: never,
  'cloudflare-gateway': never,
  ollama: {
    reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
    userParts: ['text', 'image_url'],
    imageUrls: 'dataOnly',
  },
  'lm-studio': { lateSystem: 'user' },
  'llama-cpp': { reasoning: lastTurns, lateSystem: 'user', userParts: ['text', 'image_url', 'input_audio'] },
  vllm: {
    reasoning: { turns: 'sinceLastUser', field: 'both' },
    lateSystem: 'user',
    userParts: ['text', 'image_url', 'input_audio', 'video_url'],
  },
  sglang: { reasoning: lastTurns, lateSystem: 'user' },
  litellm: toolTurns,
  generic: {},
}
