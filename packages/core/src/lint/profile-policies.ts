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

interface KnownProfile {
  /** For people. */
  name: string
  messages: RequestPolicy
}

/**
 * What each profile of the kit asks of messages, by id, so that a name is enough for `lintTranscript`. The profiles
 * themselves are loaded on demand, with all that makes requests, and a function that returns at once cannot wait for
 * them. A test holds this list equal to them. What differs for single models is not here: pass
 * `resolveProvider({ baseUrl, profile }, model)` for that.
 */
export const profilePolicies: Readonly<Record<string, KnownProfile>> = {
  openai: { name: 'OpenAI', messages: openai },
  azure: { name: 'Azure OpenAI', messages: openai },
  anthropic: {
    name: 'Anthropic',
    messages: { ...never, callIdPattern: CLAUDE_IDS, userParts: ['text', 'image_url'] },
  },
  gemini: {
    name: 'Google Gemini',
    messages: {
      ...never,
      toolNameOnResult: true,
      callExtras: 'keep',
      missingThoughtSignature: 'skip_thought_signature_validator',
      userParts: ['text', 'image_url', 'input_audio'],
    },
  },
  openrouter: {
    name: 'OpenRouter',
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_details' },
      toolNameOnResult: true,
      userParts: ['text', 'image_url', 'input_audio', 'file', 'video_url'],
    },
  },
  deepseek: {
    name: 'DeepSeek',
    messages: { reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true } },
  },
  mistral: {
    name: 'Mistral',
    messages: {
      reasoning: { turns: 'all', field: 'contentParts' },
      lateSystem: 'user',
      callIdPattern: '[A-Za-z0-9]{9}',
      callExtras: 'drop',
      toolNameOnResult: true,
      bridgeAfterTool: 'I have read the results.',
      userParts: ['text', 'image_url', 'document_url'],
      prefill: 'prefix',
    },
  },
  groq: {
    name: 'Groq',
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
      callExtras: 'drop',
      userParts: ['text', 'image_url'],
      prefill: 'plain',
    },
  },
  xai: { name: 'xAI', messages: { ...never, userParts: ['text', 'image_url'] } },
  together: { name: 'Together AI', messages: toolTurns },
  fireworks: { name: 'Fireworks AI', messages: toolTurns },
  cerebras: {
    name: 'Cerebras',
    messages: { reasoning: { turns: 'sinceLastUser', field: 'reasoning' }, callExtras: 'drop' },
  },
  featherless: { name: 'Featherless', messages: { reasoning: lastTurns, lateSystem: 'user' } },
  moonshot: {
    name: 'Moonshot AI',
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: 'toolTurns' },
      userParts: ['text', 'image_url', 'video_url'],
      prefill: 'partial',
    },
  },
  zai: { name: 'Z.ai', messages: { reasoning: { turns: 'all', field: 'reasoning_content' } } },
  dashscope: {
    name: 'DashScope',
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_content' },
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'video_url', 'input_audio'],
      prefill: 'partial',
    },
  },
  minimax: { name: 'MiniMax', messages: { reasoning: { turns: 'all', field: 'same' }, lateSystem: 'user' } },
  perplexity: { name: 'Perplexity', messages: never },
  huggingface: { name: 'Hugging Face', messages: toolTurns },
  nvidia: { name: 'NVIDIA NIM', messages: { ...never, callExtras: 'drop' } },
  github: { name: 'GitHub Models', messages: { ...never, callIdPattern: '.{1,40}', callExtras: 'drop' } },
  cloudflare: { name: 'Cloudflare Workers AI', messages: never },
  'cloudflare-gateway': { name: 'Cloudflare AI Gateway', messages: never },
  ollama: {
    name: 'Ollama',
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
      userParts: ['text', 'image_url'],
      imageUrls: 'dataOnly',
    },
  },
  'lm-studio': { name: 'LM Studio', messages: { lateSystem: 'user', userParts: ['text', 'image_url'] } },
  'llama-cpp': {
    name: 'llama.cpp',
    messages: {
      reasoning: lastTurns,
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'input_audio'],
      prefill: 'plain',
    },
  },
  vllm: {
    name: 'vLLM',
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'both' },
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'input_audio', 'video_url'],
      prefill: 'final_message',
    },
  },
  sglang: {
    name: 'SGLang',
    messages: { reasoning: lastTurns, lateSystem: 'user', prefill: 'final_message' },
  },
  litellm: { name: 'LiteLLM', messages: toolTurns },
  generic: { name: 'OpenAI-compatible', messages: {} },
}
